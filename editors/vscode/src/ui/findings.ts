// The findings that the editor shows, as the server told them.

import * as vscode from 'vscode';
import { title, type Finding, type Place } from '../core/path';

/** What the server's diagnostics come from. */
const SOURCE = 'margay';

function isOurs(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.source === SOURCE;
}

/** The findings in a text, in the order of their lines. */
export function findings(uri: vscode.Uri): readonly Finding[] {
  const ours = vscode.languages.getDiagnostics(uri).filter(isOurs).map((diagnostic) => finding(uri, diagnostic));
  return ours.sort((a, b) => a.place.start.line - b.place.start.line);
}

function finding(uri: vscode.Uri, diagnostic: vscode.Diagnostic): Finding {
  const { code } = diagnostic;
  const related = diagnostic.relatedInformation ?? [];
  return {
    rule: String(typeof code === 'object' ? code.value : (code ?? '')),
    message: diagnostic.message,
    place: place(uri, diagnostic.range),
    related: related.map(({ location, message }) => ({ place: place(location.uri, location.range), message })),
  };
}

/** Which findings are meant: of a text, in a range of it, of a rule. Commands of the server are given the same. */
export interface Wanted {
  readonly uri?: string;
  readonly range?: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly rule?: string;
}

/** One of the findings that are wanted, or else of the text: the only one, or the one that the user picks. */
export async function choose(question: string, wanted: Wanted = here()): Promise<Finding | undefined> {
  const uri = wanted.uri === undefined ? undefined : vscode.Uri.parse(wanted.uri);
  const all = uri === undefined ? [] : findings(uri);
  const { range: within, rule } = wanted;
  const [from, to] = [within?.start.line ?? 0, within?.end.line ?? Infinity];
  const isWanted = ({ place: at, rule: own }: Finding) =>
    at.end.line >= from && at.start.line <= to && (rule === undefined || own === rule);
  const near = all.filter(isWanted);
  const candidates = near.length > 0 ? near : all;
  if (candidates.length === 0) void vscode.window.showInformationMessage('Margay has found nothing in this file.');
  return candidates.length > 1 ? pick(question, candidates) : candidates[0];
}

/** What the cursor is at. */
function here(): Wanted {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return {};
  const { active } = editor.selection;
  return { uri: editor.document.uri.toString(), range: { start: active, end: active } };
}

async function pick(question: string, candidates: readonly Finding[]): Promise<Finding | undefined> {
  const items = candidates.map((candidate) => ({
    label: title(candidate),
    description: `${candidate.rule}, line ${candidate.place.start.line + 1}`,
    candidate,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: question });
  return picked?.candidate;
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
