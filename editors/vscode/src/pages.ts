// Pages that are shown in the editor and are no files: what is written about a rule, the shapes of a
// file, a specialized function. Their addresses begin with `formwork:`; the server has their texts.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const SCHEME = "formwork";

/** The address of the page of a rule, as the server is to write it. */
export const RULE_ADDRESS = `${SCHEME}:/rules/{rule}.md`;

/** The page of a rule. */
export function rulePage(rule: string): vscode.Uri {
  return vscode.Uri.parse(RULE_ADDRESS.replace("{rule}", rule));
}

/** The page with the shapes of a file. */
export function shapesPage(file: vscode.Uri): vscode.Uri {
  const name = file.path.split("/").pop() ?? "file";
  return vscode.Uri.from({ scheme: SCHEME, path: `/shapes/${name}.txt`, query: file.toString() });
}

/** The last residual of each function. */
const residuals = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** The page with a function that was specialized. */
export function residualPage(name: string, text: string): vscode.Uri {
  const page = vscode.Uri.from({ scheme: SCHEME, path: `/residuals/${name}_spec.m` });
  residuals.set(page.path, text);
  changed.fire(page);
  return page;
}

export function registerPages(client: () => LanguageClient | undefined): vscode.Disposable[] {
  const ask = async (command: string, argument: string): Promise<string> => {
    try {
      const params = { command, arguments: [argument] };
      return (await client()?.sendRequest<string>("workspace/executeCommand", params)) ?? "";
    } catch (error) {
      return String(error instanceof Error ? error.message : error);
    }
  };
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent(page) {
      const residual = residuals.get(page.path);
      if (residual !== undefined) {
        return residual;
      }
      const rule = /^\/rules\/(.*)\.md$/.exec(page.path)?.[1];
      return rule === undefined ? ask("formwork.shapes", page.query) : ask("formwork.explain", rule);
    },
  };
  return [
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    // The shapes on show follow the file when it is saved.
    vscode.workspace.onDidSaveTextDocument((saved) => {
      const page = shapesPage(saved.uri);
      if (vscode.workspace.textDocuments.some((one) => one.uri.toString() === page.toString())) {
        changed.fire(page);
      }
    }),
  ];
}
