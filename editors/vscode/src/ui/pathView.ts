// The view "Margay Path": the steps to the finding that was chosen, and walking along them.

import * as vscode from 'vscode';
import { entries, same, Walk, type Entry, type Finding, type Told } from '../core/path';
import { choose, findings, range, type Wanted } from './findings';
import { Marks } from './marks';

/** Whether a path is shown, for keys and menus. */
const CONTEXT = 'margay.hasPath';

export class PathView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  readonly #marks = new Marks();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Entry>;
  readonly #disposables: vscode.Disposable[];
  #shown: { readonly finding: Finding; readonly walk: Walk } | undefined;

  /** Is given who says which of the places of a finding are steps. */
  constructor(readonly steps: (finding: Finding) => Promise<readonly Told[]>) {
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
      vscode.languages.onDidChangeDiagnostics(({ uris }) => void this.#follow(uris)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#mark()),
    ];
  }

  /** Shows the path of one of the findings that are wanted: the only one, or the one that the user picks. */
  async choose(wanted?: Wanted): Promise<void> {
    const chosen = await choose('The path to which finding?', wanted);
    if (chosen === undefined) return;
    this.#show(chosen, new Walk(entries(chosen, await this.steps(chosen))));
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
    const steps = now === undefined ? [] : await this.steps(now);
    if (this.#shown !== shown) return;
    this.#show(now, now && new Walk(entries(now, steps), shown.walk.at));
  }
}

const ICONS: Record<Entry['kind'], string> = {
  step: 'debug-stackframe-dot',
  fault: 'error',
  place: 'location',
  call: 'call-incoming',
};
