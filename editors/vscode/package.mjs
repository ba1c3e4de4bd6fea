// `npm run package`: packs the extension. With FORMWORK_BINARY=PATH the program is inside, and the
// .vsix is one for this platform; without it the program must be on the path of whoever installs it.

import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

const binary = process.env.FORMWORK_BINARY;
rmSync("bin", { recursive: true, force: true });
const options = ["package", "--no-dependencies", "--allow-missing-repository"];
if (binary) {
  const name = process.platform === "win32" ? "formwork.exe" : "formwork";
  mkdirSync("bin");
  copyFileSync(binary, `bin/${name}`);
  chmodSync(`bin/${name}`, 0o755);
  options.push("--target", `${process.platform}-${process.arch}`);
}
const root = "../..";
const licenses = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => `${root}/${name}`).filter(existsSync);
const text = licenses.map((file) => readFileSync(file, "utf8")).join("\n");
writeFileSync("LICENSE.txt", text || "MIT OR Apache-2.0\n");
const { status } = spawnSync("node_modules/.bin/vsce", options, { stdio: "inherit" });
process.exit(status ?? 1);
