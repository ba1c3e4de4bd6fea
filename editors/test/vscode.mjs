// The extension in a real Visual Studio Code: the server of code-server, whose page a headless Chromium
// has open. Each step does what a user would do, and looks at what the page shows then.
//
//   node vscode.mjs FOLDER PROGRAM.vsix FORMWORK
//
// FOLDER has `node_modules` with code-server and playwright-core, and gets everything that is written:
// a copy of `project`, what the editor keeps, `shots/*.png`.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

const [folder, vsix, formwork] = process.argv.slice(2).map((one) => resolve(one));
const require = createRequire(join(folder, "package.json"));
const { chromium } = require("playwright-core");
const code = join(folder, "node_modules/code-server/lib/vscode/out/server-main.js");
const project = join(folder, "project");
const shots = join(folder, "shots");
/** How long something may take to be shown. */
const PATIENCE = 60_000;

/** Folders as they are before anybody used the editor, with the extension installed. */
function prepare() {
  for (const name of ["project", "data", "extensions", "shots"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  cpSync(new URL("project", import.meta.url), project, { recursive: true });
  mkdirSync(join(folder, "data/User"), { recursive: true });
  mkdirSync(shots);
  const settings = {
    "formwork.executable": formwork,
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "editor.minimap.enabled": false,
    "files.autoSave": "off",
    "telemetry.telemetryLevel": "off",
    "extensions.ignoreRecommendations": true,
  };
  writeFileSync(join(folder, "data/User/settings.json"), JSON.stringify(settings));
  const installed = spawnSync(process.execPath, [code, ...places(), "--install-extension", vsix], { encoding: "utf8" });
  if (!/successfully installed/.test(installed.stdout)) {
    throw new Error(`the extension cannot be installed: ${installed.stdout}${installed.stderr}`);
  }
}

function places() {
  const data = join(folder, "data");
  return ["--user-data-dir", data, "--server-data-dir", data, "--extensions-dir", join(folder, "extensions")];
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function serve(port) {
  const options = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  const rest = ["--accept-server-license-terms", "--telemetry-level", "off", ...places()];
  const server = spawn(process.execPath, [code, ...options, ...rest], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((done, fail) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      if (/listening/.test(said)) done();
    });
    server.on("exit", () => fail(new Error(`the editor's server ended: ${said}`)));
  });
  return server;
}

const failed = [];
let page;

/** Does something and keeps a picture of what is seen then. */
async function feature(name, look) {
  const started = Date.now();
  try {
    await look();
    console.log(`ok      ${name} (${Date.now() - started} ms)`);
  } catch (error) {
    failed.push(name);
    console.log(`FAILED  ${name}: ${String(error.message).split("\n").slice(0, 4).join(" | ")}`);
  }
  // What fades in is there by then.
  await page.waitForTimeout(150);
  await page.screenshot({ path: join(shots, `${name.replaceAll(" ", "-")}.png`) });
}

function shown(selector, text) {
  const all = page.locator(selector);
  const some = text === undefined ? all : all.filter({ hasText: text });
  return some.first().waitFor({ state: "visible", timeout: PATIENCE });
}

/** Waits until the lines of the editor in front are as wanted. The editor writes spaces as U+00A0. */
async function lines(wanted) {
  const read = async () => {
    const all = await page.locator(".editor-group-container.active .view-lines .view-line").allInnerTexts();
    return all.join("\n").replaceAll("\u00a0", " ");
  };
  const until = Date.now() + PATIENCE;
  let text = await read();
  while (!wanted(text) && Date.now() < until) {
    await page.waitForTimeout(50);
    text = await read();
  }
  if (!wanted(text)) throw new Error(`the editor has:\n${text}`);
}

/** Puts the cursor at a line and column, from 1. */
async function goTo(line, column) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+G");
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(150);
}

async function command(name) {
  await page.keyboard.press("F1");
  await shown(".quick-input-widget");
  await page.keyboard.type(name);
  await shown(".quick-input-list .monaco-list-row", name);
  await page.keyboard.press("Enter");
}

async function features() {
  await feature("squiggle", () => shown(".squiggly-error"));
  await feature("inlay hint", () => lines((text) => text.includes("a: 3×4 double")));
  await feature("code lens", () => shown(".codelens-decoration", "Run section"));
  await feature("outline", async () => {
    await page.locator(".pane-header", { hasText: "Outline" }).click();
    await shown(".outline-tree .monaco-list-row", "Work");
  });
  await feature("hover", async () => {
    await page.locator(".view-line", { hasText: "total" }).last().locator("span span", { hasText: "total" }).hover();
    await shown(".monaco-hover", "double 1x1");
  });
  await feature("problem with a link", async () => {
    await page.keyboard.press("Control+Shift+M");
    await shown(".markers-panel .monaco-list-row", "operands of '*' do not fit: 3x4 and 3x4");
    await page.locator(".markers-panel a", { hasText: "inner-extent" }).click();
    await shown(".tab", "inner-extent.md");
    await lines((text) => text.includes("# "));
    await page.keyboard.press("Control+J");
    await page.locator(".tab", { hasText: "inner-extent.md" }).locator(".codicon-close").click();
    await page.locator(".view-line", { hasText: "squares" }).first().click();
  });
  await feature("quick fix", async () => {
    await goTo(6, 5);
    const fix = page.locator(".action-widget").filter({ hasText: "make 'squares' whole before the loop" });
    // An editor that is busy says at first that there is none.
    for (let times = 0; times < 10 && !(await fix.isVisible()); times += 1) {
      await page.keyboard.press("Control+.");
      await page.waitForTimeout(500 * (times + 1));
    }
    await fix.waitFor({ state: "visible" });
    await page.keyboard.press("Enter");
    await lines((text) => text.includes("squares(k) = k ^ 2;"));
  });
  await feature("rename", async () => {
    await goTo(12, 2);
    await page.keyboard.press("F2");
    await page.locator(".rename-box input").fill("everything");
    await page.locator(".rename-box input").press("Enter");
    await lines((text) => /everything\S*.* = sum \(squares\)/.test(text) && text.includes('", everything);'));
  });
  await feature("references", async () => {
    await goTo(2, 1);
    await page.keyboard.press("Shift+F12");
    await shown(".peekview-title", "References (4)");
    await page.keyboard.press("Escape");
  });
  await feature("completion", async () => {
    await goTo(14, 1);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("v = scale_r");
    await shown(".suggest-widget .monaco-list-row", "scale_rows");
    await page.keyboard.press("Enter");
    await lines((text) => text.includes("v = scale_rows"));
  });
  await feature("signature help", async () => {
    await page.keyboard.type(" (");
    await shown(".parameter-hints-widget", "y = scale_rows(a, w)");
    await page.keyboard.type("a, w);");
    await lines((text) => /v: 3×4 double = scale_rows|v.*= scale_rows \(a, w\);/.test(text));
  });
  await feature("shapes of the file", async () => {
    await command("Formwork: Show the Shapes of This File");
    await shown(".tab", "main.m.txt");
    await shown(".editor-group-container:nth-child(1) ~ * .view-line, .view-line", "double 3x4");
  });
  await feature("definition", async () => {
    await page.locator(".tab", { hasText: /^main\.m/ }).first().click();
    await goTo(10, 8);
    await page.keyboard.press("F12");
    await shown(".tab.active", "scale_rows.m");
    await lines((text) => text.includes("function y = scale_rows"));
  });
  await feature("lens with a residual", async () => {
    await page.locator(".codelens-decoration a", { hasText: /Specialize for \d calls in this project/ }).click();
    await shown(".tab", "scale_rows_spec.m");
    await shown(".view-line", "scale_rows_spec");
  });
  await feature("status", async () => {
    await page.locator(".statusbar-item a[aria-label*='Formwork'], .statusbar-item .codicon-json, .statusbar-item[id*='languageStatus']").first().hover();
    await shown(".hover-language-status, .monaco-hover", "Formwork");
  });
}

if (!existsSync(code)) {
  console.log(`there is no code-server below ${folder}`);
  process.exit(2);
}
prepare();
const port = await freePort();
const server = await serve(port);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  const open = [["openFile", `vscode-remote://127.0.0.1:${port}${join(project, "main.m")}`]];
  const query = `folder=${encodeURIComponent(project)}&payload=${encodeURIComponent(JSON.stringify(open))}`;
  await page.goto(`http://127.0.0.1:${port}/?${query}`);
  await shown(".monaco-workbench");
  await features();
} finally {
  await browser.close();
  server.kill();
}
console.log(failed.length === 0 ? "every feature is there" : `missing: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
