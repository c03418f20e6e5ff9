// The command that has a finding written as a test, into a folder that the user chooses.

import * as vscode from 'vscode';
import type { Finding } from '../core/path';
import { choose, type Wanted } from './findings';
import type { Server } from './server';
import { firstFolder, words } from './settings';

const OPEN = 'Open run.sh';

export class Tests implements vscode.Disposable {
  readonly #command = vscode.commands.registerCommand('margay.writeTest', (wanted?: Wanted) => this.#write(wanted));

  constructor(readonly server: Server) {}

  dispose(): void {
    this.#command.dispose();
  }

  async #write(wanted?: Wanted): Promise<void> {
    const finding = await choose('A test of which finding?', wanted);
    if (finding === undefined) return;
    const folder = await ask();
    if (folder === undefined) return;
    try {
      await save();
      const { directory, script } = await this.#written(finding, folder);
      const chosen = await vscode.window.showInformationMessage(`The test is in ${directory}.`, OPEN);
      if (chosen === OPEN) await vscode.window.showTextDocument(vscode.Uri.file(script));
    } catch (error) {
      void vscode.window.showErrorMessage(`Margay: ${words(error)}`);
    }
  }

  async #written({ place, rule }: Finding, folder: string): Promise<Written> {
    const { uri, start, end } = place;
    const title = `Margay writes a test of this ${rule}`;
    const options = { location: vscode.ProgressLocation.Notification, title };
    const answer = await vscode.window.withProgress(options, () =>
      this.server.execute('margay.writeTest', { uri, range: { start, end }, rule }, folder));
    return answer as Written;
  }
}

/** What the server answers. */
interface Written {
  readonly directory: string;
  readonly script: string;
}

/** The folder that the test gets a folder in. */
async function ask(): Promise<string | undefined> {
  const first = firstFolder();
  const folders = await vscode.window.showOpenDialog({
    title: 'The folder for the test',
    openLabel: 'Write Test',
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    ...(first === undefined ? {} : { defaultUri: vscode.Uri.file(first) }),
  });
  return folders?.[0]?.fsPath;
}

/** The test builds files from the disk, and as before any build they are saved. */
async function save(): Promise<void> {
  const isPart = ({ isDirty, uri }: vscode.TextDocument) => isDirty && uri.scheme === 'file' && /\.[ch]$/.test(uri.path);
  await Promise.all(vscode.workspace.textDocuments.filter(isPart).map((document) => document.save()));
}
