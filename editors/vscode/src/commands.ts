// The commands of the palette.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { residualPage, rulePage, shapesPage } from "./pages";

/** What the lens gives: a call, and the function specialized for it. */
interface Residual {
  call: string;
  text: string;
}

export async function showResiduals(result: unknown): Promise<void> {
  if (!Array.isArray(result)) {
    return;
  }
  const residuals = result as Residual[];
  if (residuals.length === 0) {
    void vscode.window.showInformationMessage("No call has arguments that are known before it runs.");
    return;
  }
  const text = residuals.map((one) => `%% ${one.call}\n${one.text}`).join("\n");
  const name = /^\w+/.exec(residuals[0].call)?.[0] ?? "function";
  const page = await vscode.workspace.openTextDocument(residualPage(name, text));
  await vscode.window.showTextDocument(page, vscode.ViewColumn.Beside, true);
}

async function showShapes(): Promise<void> {
  const file = vscode.window.activeTextEditor?.document;
  if (file?.languageId !== "matlab") {
    void vscode.window.showInformationMessage("Open a MATLAB or Octave file to see its shapes.");
    return;
  }
  const page = await vscode.workspace.openTextDocument(shapesPage(file.uri));
  await vscode.window.showTextDocument(page, vscode.ViewColumn.Beside, true);
}

/** Shows what is written about a rule: that of the finding at the cursor, if none is named. */
async function explain(rule?: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  let wanted = typeof rule === "string" ? rule : undefined;
  if (wanted === undefined && editor !== undefined) {
    const all = vscode.languages.getDiagnostics(editor.document.uri);
    const own = all.filter((one) => one.source === "formwork");
    const here = own.find((one) => one.range.contains(editor.selection.active));
    const same = own.find((one) => one.range.start.line === editor.selection.active.line);
    const code = (here ?? same)?.code;
    wanted = code === undefined ? undefined : String(typeof code === "object" ? code.value : code);
  }
  if (wanted === undefined) {
    void vscode.window.showInformationMessage("There is no finding of Formwork in this line.");
    return;
  }
  await vscode.commands.executeCommand("markdown.showPreviewToSide", rulePage(wanted));
}

/** Specializes the function around the cursor, or the first of the file. */
async function specialize(client: LanguageClient | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (client === undefined || editor?.document.languageId !== "matlab") {
    return;
  }
  const params = { textDocument: { uri: editor.document.uri.toString() } };
  type Lens = { command?: { command: string; arguments: unknown[] } };
  const lenses = (await client.sendRequest<Lens[] | null>("textDocument/codeLens", params)) ?? [];
  const own = lenses.find((one) => one.command?.command === "formwork.specialize")?.command;
  if (own === undefined) {
    void vscode.window.showInformationMessage("No file of this workspace calls the function of this file.");
    return;
  }
  await showResiduals(await client.sendRequest("workspace/executeCommand", own));
}

export function registerCommands(client: () => LanguageClient | undefined): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("formwork.showShapes", showShapes),
    vscode.commands.registerCommand("formwork.explainFinding", explain),
    vscode.commands.registerCommand("formwork.specializeFile", () => specialize(client())),
  ];
}
