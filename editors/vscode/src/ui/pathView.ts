// The view "Margay Path": the steps to the finding that was chosen, and walking along them.

import * as vscode from 'vscode';
import { entries, same, title, Walk, type Entry, type Finding, type Place, type Told } from '../core/path';
import { finding, findings, isOurs, range } from './findings';
import { Marks } from './marks';

/** Whether a path is shown, for keys and menus. */
const CONTEXT = 'margay.hasPath';

export class PathView implements vscode.TreeDataProvider<Entry>, vscode.CodeActionProvider, vscode.Disposable {
  readonly #marks = new Marks();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Entry>;
  readonly #disposables: vscode.Disposable[];
  #shown: { readonly finding: Finding; readonly walk: Walk } | undefined;

  /** Is given who says which of the places of a finding are steps. */
  constructor(readonly steps: (place: Place) => Promise<readonly Told[]>) {
    this.#view = vscode.window.createTreeView('margay.path', { treeDataProvider: this });
    const command = (name: string, action: (...args: never[]) => unknown) =>
      vscode.commands.registerCommand(name, action);
    this.#disposables = [
      this.#marks,
      this.#changed,
      this.#view,
      command('margay.showPath', (wanted?: Wanted) => this.choose(wanted)),
      command('margay.nextStep', () => this.#move(1)),
      command('margay.previousStep', () => this.#move(-1)),
      command('margay.revealStep', (entry: Entry) => this.#goTo(entry)),
      command('margay.hidePath', () => this.#show(undefined)),
      vscode.languages.registerCodeActionsProvider({ scheme: 'file', language: 'c' }, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => void this.#follow(uris)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#mark()),
    ];
  }

  /** Shows the path of one of the findings that are wanted: the only one, or the one that the user picks. */
  async choose(wanted: Wanted = here()): Promise<void> {
    const uri = wanted.uri === undefined ? undefined : vscode.Uri.parse(wanted.uri);
    const all = uri === undefined ? [] : findings(uri);
    const { from = 0, to = Infinity, rule } = wanted;
    const isWanted = ({ place, rule: own }: Finding) =>
      place.end.line >= from && place.start.line <= to && (rule === undefined || own === rule);
    const near = all.filter(isWanted);
    const candidates = near.length > 0 ? near : all;
    if (candidates.length === 0) {
      void vscode.window.showInformationMessage('Margay has found nothing in this file.');
      return;
    }
    const chosen = candidates.length === 1 ? candidates[0] : await pick(candidates);
    if (chosen === undefined) return;
    this.#show(chosen, new Walk(entries(chosen, await this.steps(chosen.place))));
    await this.#reveal();
  }

  // --- the tree ------------------------------------------------------------------------

  getChildren(parent?: Entry): Entry[] {
    return parent === undefined ? [...(this.#shown?.walk.entries ?? [])] : [];
  }

  // Needed to reveal an entry, though there is only one level.
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    const label = entry.label === '' ? entry.message : `${entry.label}. ${entry.message}`;
    const { uri, start } = entry.place;
    const where = `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}:${start.line + 1}`;
    return {
      label,
      description: where,
      tooltip: `${label}\n${where}`,
      iconPath: new vscode.ThemeIcon(ICONS[entry.kind]),
      collapsibleState: vscode.TreeItemCollapsibleState.None,
      command: { command: 'margay.revealStep', title: 'Reveal', arguments: [entry] },
    };
  }

  // --- what is offered at a finding ------------------------------------------------------

  provideCodeActions(
    document: vscode.TextDocument,
    _: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return context.diagnostics.filter(isOurs).map((diagnostic) => {
      const { rule, place } = finding(document.uri, diagnostic);
      const words = `Show the path to this ${rule}`;
      const action = new vscode.CodeAction(words, vscode.CodeActionKind.QuickFix);
      const wanted: Wanted = { uri: place.uri, from: place.start.line, to: place.end.line, rule };
      action.diagnostics = [diagnostic];
      action.command = { command: 'margay.showPath', title: words, arguments: [wanted] };
      return action;
    });
  }

  /** The server's lines above functions: those of functions with findings lead to their paths. */
  lenses(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
    const all = findings(document.uri);
    const starts = lenses.map((lens) => lens.range.start.line).sort((a, b) => a - b);
    return lenses.map((lens) => {
      // A function goes on until the next one begins.
      const from = lens.range.start.line;
      const to = (starts.find((line) => line > from) ?? Infinity) - 1;
      const isInside = all.some(({ place }) => place.start.line >= from && place.start.line <= to);
      if (!isInside || lens.command === undefined) return lens;
      const wanted: Wanted = { uri: document.uri.toString(), from, to };
      return new vscode.CodeLens(lens.range, { ...lens.command, command: 'margay.showPath', arguments: [wanted] });
    });
  }

  dispose(): void {
    this.#show(undefined);
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  // --- the path that is shown --------------------------------------------------------------

  #show(shown: Finding | undefined, walk?: Walk): void {
    this.#shown = shown !== undefined && walk !== undefined ? { finding: shown, walk } : undefined;
    void vscode.commands.executeCommand('setContext', CONTEXT, this.#shown !== undefined);
    this.#view.description = shown?.rule ?? '';
    this.#view.message = shown === undefined ? '' : shown.message;
    this.#changed.fire();
    this.#mark();
  }

  #mark(): void {
    this.#marks.show(this.#shown?.walk.entries ?? [], this.#shown?.walk.entry);
  }

  async #move(by: 1 | -1): Promise<void> {
    this.#shown?.walk.move(by);
    await this.#reveal();
  }

  async #goTo(entry: Entry): Promise<void> {
    this.#shown?.walk.goTo(entry);
    await this.#reveal();
  }

  /** Shows the entry in hand, in its text and in the view. */
  async #reveal(): Promise<void> {
    const entry = this.#shown?.walk.entry;
    if (entry === undefined) return;
    this.#mark();
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(entry.place.uri));
    const at = range(entry.place);
    const editor = await vscode.window.showTextDocument(document, { preserveFocus: false, preview: true });
    editor.selection = new vscode.Selection(at.start, at.start);
    editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.#mark();
    // Somebody may have hidden the path meanwhile, or the view.
    if (this.#shown?.walk.entry !== entry) return;
    await this.#view.reveal(entry, { select: true, focus: false }).then(undefined, () => undefined);
  }

  /** Keeps to the finding while its text is edited; it goes when the finding does. */
  async #follow(uris: readonly vscode.Uri[]): Promise<void> {
    const shown = this.#shown;
    const uri = uris.find((changed) => changed.toString() === shown?.finding.place.uri);
    if (shown === undefined || uri === undefined) return;
    const now = same(shown.finding, findings(uri));
    const steps = now === undefined ? [] : await this.steps(now.place);
    if (this.#shown !== shown) return;
    this.#show(now, now && new Walk(entries(now, steps), shown.walk.at));
  }
}

/** Which findings are meant: of a text, in some lines, of a rule. */
interface Wanted {
  readonly uri?: string;
  readonly from?: number;
  readonly to?: number;
  readonly rule?: string;
}

const ICONS: Record<Entry['kind'], string> = {
  step: 'debug-stackframe-dot',
  fault: 'error',
  place: 'location',
  call: 'call-incoming',
};

/** What the cursor is at. */
function here(): Wanted {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return {};
  const { line } = editor.selection.active;
  return { uri: editor.document.uri.toString(), from: line, to: line };
}

async function pick(candidates: readonly Finding[]): Promise<Finding | undefined> {
  const items = candidates.map((candidate) => ({
    label: title(candidate),
    description: `${candidate.rule}, line ${candidate.place.start.line + 1}`,
    candidate,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'The path to which finding?' });
  return picked?.candidate;
}
