// The extension: what there is, and how it hangs together. Everything that does not need the editor is in
// `core`, which never imports `vscode`.

import * as vscode from 'vscode';
import { Checks } from './ui/checks';
import { Pages } from './ui/pages';
import { PathView } from './ui/pathView';
import { Rules } from './ui/rules';
import { Server } from './ui/server';
import { openSettings, words } from './ui/settings';
import { Status } from './ui/status';
import { Tests } from './ui/tests';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Margay');
  const status = new Status('margay.statusMenu');
  const rules = new Rules();
  const own = (server = new Server(log, status));
  const path = new PathView((finding) => own.steps(finding));
  const pages = new Pages();
  const checks = new Checks(own, pages, (context.storageUri ?? context.globalStorageUri).fsPath);
  context.subscriptions.push(
    log,
    status,
    rules,
    path,
    pages,
    checks,
    new Tests(own),
    vscode.commands.registerCommand('margay.explain', (rule: string) => explain(own, rules, rule)),
    vscode.commands.registerCommand('margay.restart', () => own.restart()),
    vscode.commands.registerCommand('margay.showLog', () => log.show()),
    vscode.commands.registerCommand('margay.statusMenu', () => menu(own)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('margay.path')) void own.restart();
      else if (change.affectsConfiguration('margay')) void own.configure();
    }),
  );
  await own.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
  server = undefined;
}

/** Shows what the server says of a rule. */
async function explain(own: Server, rules: Rules, rule: string): Promise<void> {
  try {
    await rules.show(rule, String(await own.execute('margay.explain', rule)));
  } catch (error) {
    void vscode.window.showErrorMessage(`Margay: ${words(error)}`);
  }
}

/** What can be done about the server, from the status bar. */
async function menu(own: Server): Promise<void> {
  const items = [
    ...(own.status.state.kind === 'busy' ? [{ label: 'Cancel This Analysis', run: () => own.cancel() }] : []),
    { label: 'Show Log', run: () => own.log.show() },
    { label: 'Restart Server', run: () => own.restart() },
    { label: 'Open Settings', run: () => openSettings('margay') },
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Margay' });
  await picked?.run();
}
