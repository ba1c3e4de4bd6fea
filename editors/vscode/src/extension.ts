// Starts the server, hands the settings on, and says in the status bar how it is. Everything that is
// known of programs is the server's.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from "vscode-languageclient/node";

import { registerCommands, showResiduals } from "./commands";
import { executable } from "./executable";
import { RULE_ADDRESS, registerPages } from "./pages";
import { registerSections } from "./sections";

let client: LanguageClient | undefined;
let status: vscode.LanguageStatusItem;

const SELECTOR = [
  { scheme: "file", language: "matlab" },
  { scheme: "untitled", language: "matlab" },
];

/** The settings as the server reads them. */
function serverSettings(): object {
  const settings = vscode.workspace.getConfiguration("formwork");
  return {
    dialect: settings.get("dialect"),
    path: settings.get("path"),
    config: settings.get("config") || undefined,
    inlayHints: settings.get("inlayHints"),
    codeLens: settings.get("codeLens"),
    documentation: RULE_ADDRESS,
  };
}

function show(severity: vscode.LanguageStatusSeverity, text: string, detail: string): void {
  status.severity = severity;
  status.text = text;
  status.detail = detail;
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const command = executable(context);
  const server: ServerOptions = { command, args: ["server"] };
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    initializationOptions: serverSettings(),
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.m,formwork.toml}") },
    middleware: {
      // What comes back of the lens is shown beside the function.
      async executeCommand(name, args, next) {
        const result = await next(name, args);
        if (name === "formwork.specialize") {
          await showResiduals(result);
        }
        return result;
      },
    },
  };
  client = new LanguageClient("formwork", "Formwork", server, options);
  client.onDidChangeState(({ newState }) => {
    const running = newState === State.Running;
    const busy = newState === State.Starting;
    show(
      running || busy ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Error,
      running ? "Formwork" : busy ? "Formwork is starting" : "Formwork has stopped",
      command,
    );
  });
  try {
    await client.start();
  } catch (error) {
    show(vscode.LanguageStatusSeverity.Error, "Formwork did not start", command);
    const choice = await vscode.window.showErrorMessage(
      `Formwork did not start: '${command}' cannot be run. Install the program 'formwork', or say where it is.`,
      "Open the setting",
    );
    if (choice !== undefined) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "formwork.executable");
    }
  }
}

async function restart(context: vscode.ExtensionContext): Promise<void> {
  if (client?.isRunning()) {
    await client.stop();
  }
  await start(context);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  status = vscode.languages.createLanguageStatusItem("formwork", SELECTOR);
  status.name = "Formwork";
  status.command = { command: "formwork.restart", title: "Restart" };
  context.subscriptions.push(
    status,
    vscode.commands.registerCommand("formwork.restart", () => restart(context)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("formwork.executable")) {
        await restart(context);
      } else if (event.affectsConfiguration("formwork") && client?.isRunning()) {
        const settings = { formwork: serverSettings() };
        await client.sendNotification("workspace/didChangeConfiguration", { settings });
      }
    }),
    ...registerPages(() => client),
    ...registerCommands(() => client),
    ...registerSections(context),
  );
  await start(context);
}

export function deactivate(): Promise<void> | undefined {
  return client?.isRunning() ? client.stop() : undefined;
}
