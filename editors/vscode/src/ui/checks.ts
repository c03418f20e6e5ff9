// The commands that run `margay check` to have something to look at: its report, its execution tree.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { checkArguments, reason, run, type Subject } from '../core/check';
import type { Pages } from './pages';
import type { Server } from './server';
import { settings } from './settings';

/** Something that a check can write. */
interface Product {
  readonly name: string;
  readonly option: string;
  /** What the option is given, below the scratch folder: a file, or nothing for the folder. */
  readonly file: string;
  /** The page to begin with. */
  readonly first: string;
  readonly more: readonly string[];
}

const REPORT: Product = { name: 'Report', option: '--html', file: '', first: 'index.html', more: [] };
// A tree shows no replays.
const TREE: Product = { name: 'Tree', option: '--tree', file: 'tree.html', first: 'tree.html', more: ['--no-confirm'] };

export class Checks implements vscode.Disposable {
  readonly #commands = [
    vscode.commands.registerCommand('margay.openReport', () => this.#make(REPORT)),
    vscode.commands.registerCommand('margay.showTree', () => this.#make(TREE)),
  ];
  /** Checks under way, by the folders that they write to. */
  readonly #running = new Map<string, AbortController>();

  constructor(
    readonly server: Server,
    readonly pages: Pages,
    readonly storage: string,
  ) {}

  dispose(): void {
    this.#running.forEach((stop) => stop.abort());
    vscode.Disposable.from(...this.#commands).dispose();
  }

  async #make(product: Product): Promise<void> {
    const program = this.server.program();
    if (program === undefined) return;
    const subject = await choose(product);
    if (subject === undefined) return;
    await save(subject);
    const folder = path.join(this.storage, product.name.toLowerCase(), shortHash(subject.path));
    if (this.#running.has(folder)) return;
    const stop = new AbortController();
    this.#running.set(folder, stop);
    try {
      await this.#check(product, program, subject, folder, stop);
    } catch (error) {
      this.#complain(String(error));
    } finally {
      this.#running.delete(folder);
    }
  }

  async #check(product: Product, program: string, subject: Subject, folder: string, stop: AbortController): Promise<void> {
    // What is left of an earlier run is not taken for what came of this one.
    await rm(path.join(folder, product.first), { force: true });
    await mkdir(folder, { recursive: true });
    const { server: { clangFlags }, checkArguments: own } = settings();
    const output = [product.option, path.join(folder, product.file)] as const;
    const args = checkArguments(subject, output, { checkArguments: [...product.more, ...own], clangFlags });
    const name = path.basename(subject.path);
    const options = { location: vscode.ProgressLocation.Notification, title: `Margay checks ${name}`, cancellable: true };
    const { log } = this.server;
    log.appendLine(`${program} ${args.join(' ')}`);
    const at = subject.isFolder ? subject.path : path.dirname(subject.path);
    const ended = await vscode.window.withProgress(options, (_, token) => {
      token.onCancellationRequested(() => stop.abort());
      return run(program, args, at, (text) => log.append(text), stop.signal);
    });
    if (stop.signal.aborted) return;
    // Findings are no failure, nor is a file that does not compile while others do.
    if (existsSync(path.join(folder, product.first))) {
      await this.pages.show(`Margay ${product.name}: ${name}`, folder, product.first);
    } else {
      this.#complain(reason(ended));
    }
  }

  #complain(why: string): void {
    const show = 'Show Log';
    void vscode.window.showErrorMessage(`Margay: ${why}`, show).then((chosen) => {
      if (chosen === show) this.server.log.show();
    });
  }
}

/** The file in the editor, or a folder of the workspace; the user says which, if there are several. */
async function choose(product: Product): Promise<Subject | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  const file = document?.languageId === 'c' && document.uri.scheme === 'file' ? document.uri.fsPath : undefined;
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const items = [
    ...(file === undefined ? [] : [{ label: path.basename(file), description: 'this file', subject: { path: file, isFolder: false } }]),
    ...folders.map(({ name, uri }) => ({
      label: name,
      description: 'all that this folder has',
      subject: { path: uri.fsPath, isFolder: true },
    })),
  ];
  if (items.length === 0) {
    void vscode.window.showInformationMessage('Margay needs a C file or a folder to check.');
    return undefined;
  }
  if (items.length === 1) return items[0]?.subject;
  const picked = await vscode.window.showQuickPick(items, { placeHolder: `${product.name} of what?` });
  return picked?.subject;
}

/** The check reads files from the disk, as a build does, and as before a build they are saved. */
async function save(subject: Subject): Promise<void> {
  const inside = (file: string) => file === subject.path || (subject.isFolder && file.startsWith(subject.path + path.sep));
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && inside(uri.fsPath));
  await Promise.all(unsaved.map((document) => document.save()));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
