// Where the program is: where the settings say, else in the extension, else on the path.

import { existsSync } from "node:fs";
import * as vscode from "vscode";

export function executable(context: vscode.ExtensionContext): string {
  const chosen = vscode.workspace.getConfiguration("formwork").get<string>("executable");
  if (chosen) {
    return chosen;
  }
  const name = process.platform === "win32" ? "formwork.exe" : "formwork";
  const own = vscode.Uri.joinPath(context.extensionUri, "bin", name).fsPath;
  return existsSync(own) ? own : name;
}
