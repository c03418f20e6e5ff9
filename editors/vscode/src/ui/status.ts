// The item in the status bar: whether the server runs, and what it is at.

import * as vscode from 'vscode';

/** What is under way, and how far it is. */
export interface Work {
  readonly title: string;
  readonly percentage?: number | undefined;
  readonly message?: string | undefined;
}

export type State =
  | { readonly kind: 'starting' | 'ready' | 'stopped' }
  | { readonly kind: 'busy'; readonly work: Work }
  | { readonly kind: 'missing' | 'failed'; readonly why: string };

export class Status implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #state: State = { kind: 'stopped' };

  constructor(command: string) {
    this.#item = vscode.window.createStatusBarItem('margay.status', vscode.StatusBarAlignment.Left);
    this.#item.name = 'Margay';
    this.#item.command = command;
    this.show(this.#state);
    this.#item.show();
  }

  get state(): State {
    return this.#state;
  }

  show(state: State): void {
    this.#state = state;
    const [text, tooltip] = words(state);
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip };
    const isWrong = state.kind === 'missing' || state.kind === 'failed';
    this.#item.backgroundColor = isWrong ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function words(state: State): [string, string] {
  switch (state.kind) {
    case 'starting':
      return ['$(sync~spin) Margay', 'Margay is starting'];
    case 'ready':
      return ['$(check) Margay', 'Margay is ready'];
    case 'busy': {
      // The server's titles begin with its name.
      const { title, percentage, message } = state.work;
      const far = percentage === undefined || percentage === 0 ? '' : ` ${percentage}%`;
      const more = message === undefined ? '' : `: ${message}`;
      return [`$(sync~spin) ${title}${far}`, `Margay analyses ${title.replace(/^Margay: /, '')}${more}`];
    }
    case 'stopped':
      return ['$(circle-slash) Margay', 'Margay is stopped'];
    case 'missing':
      return ['$(question) Margay', state.why];
    case 'failed':
      return ['$(error) Margay', state.why];
  }
}
