// Panels that show the pages of a report, or of an execution tree. Only files of that folder are shown in
// them; a link to anything else opens in an editor.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import bridge from '../core/bridge.webview.js';
import { page, target } from '../core/page';

const KIND = 'margay.page';

/** A page, and what of it was shown. */
interface Visit {
  readonly page: string;
  readonly fragment: string;
}

/** All panels; each is known by the folder that it shows. */
export class Pages implements vscode.Disposable {
  readonly #open = new Map<string, Panel>();
  readonly #commands = [
    vscode.commands.registerCommand('margay.pageBack', () => this.#active()?.go(-1)),
    vscode.commands.registerCommand('margay.pageForward', () => this.#active()?.go(1)),
  ];

  /** Shows a page of a folder, in the panel that the folder has or in a new one. */
  async show(title: string, folder: string, first: string): Promise<void> {
    let panel = this.#open.get(folder);
    if (panel === undefined) {
      panel = new Panel(title, folder, () => this.#open.delete(folder));
      this.#open.set(folder, panel);
    }
    await panel.begin(first);
  }

  dispose(): void {
    [...this.#open.values()].forEach((panel) => panel.dispose());
    vscode.Disposable.from(...this.#commands).dispose();
  }

  #active(): Panel | undefined {
    return [...this.#open.values()].find((panel) => panel.isActive);
  }
}

class Panel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  #visits: Visit[] = [];
  #at = 0;

  constructor(
    readonly title: string,
    readonly folder: string,
    closed: () => void,
  ) {
    this.#panel = vscode.window.createWebviewPanel(KIND, title, vscode.ViewColumn.Active, {
      enableScripts: true,
      enableForms: false,
      localResourceRoots: [vscode.Uri.file(folder)],
    });
    this.#panel.onDidDispose(closed);
    this.#panel.webview.onDidReceiveMessage((message: unknown) => this.#hear(message));
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  async begin(first: string): Promise<void> {
    this.#panel.reveal();
    [this.#visits, this.#at] = [[{ page: first, fragment: '' }], 0];
    await this.#show();
  }

  /** Back to what was shown before, or forth. */
  async go(by: 1 | -1): Promise<void> {
    if (this.#visits[this.#at + by] === undefined) return;
    this.#at += by;
    await this.#show();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #show(): Promise<void> {
    const visit = this.#visits[this.#at];
    if (visit === undefined) return;
    const file = path.join(this.folder, visit.page);
    const { webview } = this.#panel;
    let html: string;
    try {
      html = await readFile(file, 'utf8');
    } catch (error) {
      void vscode.window.showErrorMessage(`Margay cannot show ${visit.page}: ${String(error)}`);
      return;
    }
    this.#panel.title = title(html) ?? this.title;
    webview.html = page(html, {
      address: (name) => webview.asWebviewUri(vscode.Uri.file(path.resolve(path.dirname(file), name))).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      bridge,
      fragment: visit.fragment,
    });
  }

  /** A link was clicked. */
  async #hear(message: unknown): Promise<void> {
    const visit = this.#visits[this.#at];
    const said = message as { href?: unknown; text?: unknown; leaving?: unknown } | null;
    if (visit === undefined || typeof said?.href !== 'string') return;
    const to = target(visit.page, said.href, String(said.text ?? ''));
    switch (to?.kind) {
      case 'page':
        // What was filtered or chosen is there again on the way back.
        this.#visits.splice(this.#at, Infinity, { ...visit, fragment: String(said.leaving ?? '') }, to);
        this.#at += 1;
        await this.#show();
        return;
      case 'file':
        await open(vscode.Uri.file(path.join(this.folder, to.file)), 1);
        return;
      case 'source':
        await open(vscode.Uri.parse(to.address), to.line);
        return;
    }
  }
}

async function open(uri: vscode.Uri, line: number): Promise<void> {
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    selection: new vscode.Range(at, at),
  });
}

function title(html: string): string | undefined {
  const text = /<title>([^<]*)<\/title>/i.exec(html)?.[1];
  return text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
