// The extension starts the server and hands the settings on; everything else is the server's.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** What the code lens gives: a call, and the function specialized for it. */
interface Residual {
  call: string;
  text: string;
}

function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("formwork");
  const command = settings.get<string>("executable", "formwork");
  const server: ServerOptions = { command, args: ["server"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "matlab" }],
    initializationOptions: settings,
    synchronize: {
      configurationSection: "formwork",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.m,formwork.toml}"),
    },
    middleware: {
      // What comes back of the lens is shown beside the function.
      async executeCommand(name, args, next) {
        const result = await next(name, args);
        if (name === "formwork.specialize" && Array.isArray(result)) {
          const residuals = result as Residual[];
          const content = residuals.map((one) => `%% ${one.call}\n${one.text}`).join("\n");
          const document = await vscode.workspace.openTextDocument({
            language: "matlab",
            content: content || "% No call has arguments that are known before it runs.\n",
          });
          await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
        }
        return result;
      },
    },
  };
  client = new LanguageClient("formwork", "Formwork", server, options);
  return client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("formwork.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
