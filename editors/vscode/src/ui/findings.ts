// The findings that the editor shows, as the server told them.

import * as vscode from 'vscode';
import type { Finding, Place } from '../core/path';

/** What the server's diagnostics come from. */
export const SOURCE = 'margay';

export function isOurs(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.source === SOURCE;
}

/** The findings in a text, in the order of their lines. */
export function findings(uri: vscode.Uri): readonly Finding[] {
  const ours = vscode.languages.getDiagnostics(uri).filter(isOurs).map((diagnostic) => finding(uri, diagnostic));
  return ours.sort((a, b) => a.place.start.line - b.place.start.line);
}

export function finding(uri: vscode.Uri, diagnostic: vscode.Diagnostic): Finding {
  const { code } = diagnostic;
  const related = diagnostic.relatedInformation ?? [];
  return {
    rule: String(typeof code === 'object' ? code.value : (code ?? '')),
    message: diagnostic.message,
    place: place(uri, diagnostic.range),
    related: related.map(({ location, message }) => ({ place: place(location.uri, location.range), message })),
  };
}

export function range({ start, end }: Place): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function place(uri: vscode.Uri, { start, end }: vscode.Range): Place {
  return {
    uri: uri.toString(),
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}
