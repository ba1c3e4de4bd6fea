// "Run section": a terminal with `formwork repl` that keeps its variables from section to section.

import * as vscode from "vscode";

import { executable } from "./executable";

const NAME = "Formwork";

/** The terminal that is there already, or a new one in the folder of the file. */
function terminal(context: vscode.ExtensionContext, file: vscode.Uri): vscode.Terminal {
  const open = vscode.window.terminals.find((one) => one.name === NAME && one.exitStatus === undefined);
  return open ?? vscode.window.createTerminal({
    name: NAME,
    shellPath: executable(context),
    shellArgs: ["repl"],
    cwd: vscode.Uri.joinPath(file, ".."),
  });
}

interface Place {
  line: number;
  character: number;
}

/** The section around a line: from the last `%%` up to the next. */
function sectionAround(document: vscode.TextDocument, line: number): vscode.Range {
  const opens = (at: number): boolean => /^\s*%%(\s|$)/.test(document.lineAt(at).text);
  let first = line;
  while (first > 0 && !opens(first)) {
    first -= 1;
  }
  let last = line + 1;
  while (last < document.lineCount && !opens(last)) {
    last += 1;
  }
  return new vscode.Range(first, 0, last - 1, Number.MAX_SAFE_INTEGER);
}

async function runSection(
  context: vscode.ExtensionContext,
  uri?: string,
  range?: { start: Place; end: Place },
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const document =
    uri === undefined ? editor?.document : await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (document?.languageId !== "matlab") {
    return;
  }
  const { start, end } = range ?? sectionAround(document, editor?.selection.active.line ?? 0);
  const text = document.getText(new vscode.Range(start.line, start.character, end.line, end.character));
  const session = terminal(context, document.uri);
  session.show(true);
  session.sendText(text.trimEnd());
}

export function registerSections(context: vscode.ExtensionContext): vscode.Disposable[] {
  const run = (uri?: string, range?: { start: Place; end: Place }): Promise<void> =>
    typeof uri === "string" ? runSection(context, uri, range) : runSection(context);
  return [vscode.commands.registerCommand("formwork.runSection", run)];
}
