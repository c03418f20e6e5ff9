// An editor without windows: what the module `vscode` does, and what a person would do and see.
//
// Whoever uses something that is not here is told so, and does not get `undefined`.

import { readFileSync, writeFileSync } from 'node:fs';
import * as v from './values';

export interface Message {
  readonly kind: 'error' | 'warning' | 'information';
  readonly text: string;
  readonly buttons: readonly string[];
}

export interface Provider {
  readonly selector: Selector;
  // Called with what the fake has, which is less than the real types want.
  readonly provider: any;
}

type Selector = { scheme?: string; language?: string } | readonly { scheme?: string; language?: string }[];

export class Document {
  version = 1;
  isDirty = false;
  isClosed = false;
  readonly isUntitled = false;
  readonly fileName: string;
  constructor(readonly world: World, readonly uri: v.Uri, public text: string, readonly languageId: string) {
    this.fileName = uri.fsPath;
  }
  get lineCount(): number {
    return this.text.split('\n').length;
  }
  getText(): string {
    return this.text;
  }
  lineAt(line: number): { text: string; range: v.Range } {
    const text = this.text.split('\n')[line];
    if (text === undefined) throw new Error('Illegal value for `line`');
    return { text, range: new v.Range(line, 0, line, text.length) };
  }
  offsetAt({ line, character }: v.Position): number {
    const before = this.text.split('\n').slice(0, line);
    return before.reduce((sum, text) => sum + text.length + 1, 0) + character;
  }
  async save(): Promise<boolean> {
    this.isDirty = false;
    writeFileSync(this.uri.fsPath, this.text);
    this.world.saved.push(this.uri.fsPath);
    this.world.didSave.fire(this);
    return true;
  }
}

export class TextEditor {
  selection = new v.Selection(new v.Position(0, 0), new v.Position(0, 0));
  readonly decorations = new Map<object, any[]>();
  readonly revealed: v.Range[] = [];
  constructor(readonly document: Document) {}
  setDecorations(type: object, ranges: any[]): void {
    this.decorations.set(type, ranges);
  }
  revealRange(range: v.Range): void {
    this.revealed.push(range);
  }
}

export class Panel {
  readonly #disposed = new v.EventEmitter<void>();
  readonly received = new v.EventEmitter<unknown>();
  readonly onDidDispose = this.#disposed.event;
  active = true;
  readonly webview;
  constructor(readonly world: World, readonly kind: string, public title: string, readonly options: any) {
    this.webview = {
      html: '',
      cspSource: `'self' ${world.resources}`,
      asWebviewUri: (uri: v.Uri) => v.Uri.parse(`${world.resources}${uri.path}`),
      onDidReceiveMessage: this.received.event,
    };
  }
  reveal(): void {
    this.active = true;
  }
  dispose(): void {
    this.world.panels.splice(this.world.panels.indexOf(this), 1);
    this.#disposed.fire();
  }
}

export class Tree {
  description = '';
  message = '';
  selected: unknown;
  constructor(readonly provider: any) {}
  async reveal(element: unknown): Promise<void> {
    // The real one finds elements through their parents.
    if (this.provider.getParent(element) !== undefined) throw new Error('there is one level');
    if (!this.provider.getChildren().includes(element)) throw new Error('TreeError: Element not found');
    this.selected = element;
  }
  dispose(): void {}
  labels(): string[] {
    return this.provider.getChildren().map((element: unknown) => this.provider.getTreeItem(element).label);
  }
}

export class World {
  readonly settings = new Map<string, unknown>();
  readonly messages: Message[] = [];
  /** Which button is clicked on a message, if any. */
  answer: (message: Message) => string | undefined = () => undefined;
  /** Which item is picked from a list. */
  pick: (items: any[]) => any = (items) => items[0];
  /** Which file is chosen in a dialog. */
  chosenFile: string | undefined;
  readonly documents: Document[] = [];
  readonly saved: string[] = [];
  readonly editors: TextEditor[] = [];
  activeEditor: TextEditor | undefined;
  readonly panels: Panel[] = [];
  readonly trees = new Map<string, Tree>();
  readonly statusItems: any[] = [];
  readonly contexts = new Map<string, unknown>();
  readonly commands = new Map<string, (...args: any[]) => any>();
  readonly called: string[] = [];
  readonly providers: Record<'actions' | 'lenses' | 'hovers', Set<Provider>> = {
    actions: new Set(),
    lenses: new Set(),
    hovers: new Set(),
  };
  readonly contents = new Map<string, any>();
  readonly collections = new Set<Map<string, v.Diagnostic[]>>();
  readonly progress: { title: string; source: v.CancellationTokenSource }[] = [];
  log = '';
  /** Where panels load files from; this is the form that the real editor has. */
  resources = 'https://file%2B.vscode-resource.vscode-cdn.net';

  readonly didOpen = new v.EventEmitter<Document>();
  readonly didClose = new v.EventEmitter<Document>();
  readonly didChange = new v.EventEmitter<any>();
  readonly didSave = new v.EventEmitter<Document>();
  readonly didChangeSettings = new v.EventEmitter<{ affectsConfiguration(name: string): boolean }>();
  readonly didChangeDiagnostics = new v.EventEmitter<{ uris: v.Uri[] }>();
  readonly didChangeVisible = new v.EventEmitter<TextEditor[]>();
  readonly didChangeActive = new v.EventEmitter<TextEditor | undefined>();

  constructor(readonly folder: string) {}

  // --- what a person does and sees -------------------------------------------------------

  open(file: string, text = readFileSync(file, 'utf8')): Document {
    const document = new Document(this, v.Uri.file(file), text, file.endsWith('.c') ? 'c' : 'plaintext');
    this.documents.push(document);
    this.didOpen.fire(document);
    this.show(document);
    return document;
  }

  show(document: Document): TextEditor {
    let editor = this.editors.find((one) => one.document === document);
    if (editor === undefined) {
      editor = new TextEditor(document);
      this.editors.push(editor);
      this.didChangeVisible.fire(this.editors);
    }
    this.activeEditor = editor;
    this.didChangeActive.fire(editor);
    return editor;
  }

  /** Replaces a part of a text. */
  edit(document: Document, range: v.Range, text: string): void {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version += 1;
    document.isDirty = true;
    const change = { range, rangeOffset: start, rangeLength: end - start, text };
    this.didChange.fire({ document, contentChanges: [change], reason: undefined });
  }

  set(name: string, value: unknown): void {
    this.settings.set(name, value);
    this.didChangeSettings.fire({ affectsConfiguration: (asked) => name === asked || name.startsWith(`${asked}.`) });
  }

  diagnostics(uri: v.Uri): v.Diagnostic[] {
    return [...this.collections].flatMap((collection) => collection.get(uri.toString()) ?? []);
  }

  async actions(document: Document, diagnostic: v.Diagnostic): Promise<v.CodeAction[]> {
    const context = { diagnostics: [diagnostic], only: undefined, triggerKind: v.CodeActionTriggerKind.Invoke };
    const { token } = new v.CancellationTokenSource();
    const all = [...this.providers.actions].map(({ provider }) =>
      provider.provideCodeActions(document, diagnostic.range, context, token));
    return (await Promise.all(all)).flatMap((actions) => actions ?? []);
  }

  /** Does what an action says: its edit, then its command. */
  async take(action: v.CodeAction): Promise<void> {
    for (const [uri, edits] of action.edit?.edits ?? []) {
      const document = this.documents.find((one) => one.uri.toString() === uri.toString());
      if (document === undefined) throw new Error(`${uri} is not open`);
      edits.forEach((edit) => this.edit(document, edit.range, edit.newText));
    }
    if (action.command !== undefined) await this.run(action.command);
  }

  async lenses(document: Document): Promise<v.CodeLens[]> {
    const { token } = new v.CancellationTokenSource();
    const all = [...this.providers.lenses].map(({ provider }) => provider.provideCodeLenses(document, token));
    return (await Promise.all(all)).flatMap((lenses) => lenses ?? []);
  }

  run({ command, arguments: args = [] }: v.Command): Promise<any> {
    return this.api.commands.executeCommand(command, ...args);
  }

  // --- the module ----------------------------------------------------------------------------

  readonly api = {
    ...v,
    env: { appName: 'fake', language: 'en', openExternal: async () => true },
    commands: told('commands', {
      registerCommand: (name: string, action: (...args: any[]) => any) => {
        if (this.commands.has(name)) throw new Error(`command '${name}' already exists`);
        this.commands.set(name, action);
        return new v.Disposable(() => this.commands.delete(name));
      },
      executeCommand: async (name: string, ...args: any[]): Promise<any> => {
        this.called.push(name);
        if (name === 'setContext') return void this.contexts.set(args[0], args[1]);
        if (name.startsWith('workbench.') || name.startsWith('markdown.')) return args;
        const command = this.commands.get(name);
        if (command === undefined) throw new Error(`command '${name}' not found`);
        return command(...args);
      },
    }),
    languages: told('languages', {
      createDiagnosticCollection: () => this.#collection(),
      getDiagnostics: (uri: v.Uri) => this.diagnostics(uri),
      onDidChangeDiagnostics: this.didChangeDiagnostics.event,
      match: (selector: Selector, document: Document) => (matches(selector, document) ? 10 : 0),
      registerCodeActionsProvider: (selector: Selector, provider: any) => this.#provide('actions', selector, provider),
      registerCodeLensProvider: (selector: Selector, provider: any) => this.#provide('lenses', selector, provider),
      registerHoverProvider: (selector: Selector, provider: any) => this.#provide('hovers', selector, provider),
    }),
    window: told('window', this.#window()),
    workspace: told('workspace', this.#workspace()),
  };

  #window() {
    const world = this;
    const message = (kind: Message['kind']) => async (text: string, ...more: any[]) => {
      const items = more.filter((item) => typeof item === 'string' || 'title' in item);
      const said = { kind, text, buttons: items.map((item) => item.title ?? item) };
      world.messages.push(said);
      const chosen = world.answer(said);
      return items.find((item) => (item.title ?? item) === chosen);
    };
    return {
      get activeTextEditor() {
        return world.activeEditor;
      },
      get visibleTextEditors() {
        return world.editors;
      },
      onDidChangeVisibleTextEditors: world.didChangeVisible.event,
      onDidChangeActiveTextEditor: world.didChangeActive.event,
      tabGroups: { all: [], onDidChangeTabs: new v.EventEmitter<unknown>().event },
      showErrorMessage: message('error'),
      showWarningMessage: message('warning'),
      showInformationMessage: message('information'),
      showQuickPick: async (items: any[]) => world.pick(items),
      showOpenDialog: async () => world.chosenFile && [v.Uri.file(world.chosenFile)],
      showTextDocument: async (what: Document | v.Uri, options: any = {}) => {
        const document = what instanceof Document ? what : await world.api.workspace.openTextDocument(what);
        const editor = world.show(document);
        if (options.selection) editor.selection = new v.Selection(options.selection.start, options.selection.end);
        return editor;
      },
      createOutputChannel: (name: string) => ({
        name,
        append: (text: string) => void (world.log += text),
        appendLine: (text: string) => void (world.log += `${text}\n`),
        show: () => undefined,
        dispose: () => undefined,
      }),
      createStatusBarItem: (id: string) => {
        const item = { id, text: '', show: () => undefined, dispose: () => undefined };
        world.statusItems.push(item);
        return item;
      },
      createTextEditorDecorationType: (options: any) => ({ options, dispose: () => undefined }),
      createTreeView: (id: string, { treeDataProvider }: any) => {
        const tree = new Tree(treeDataProvider);
        world.trees.set(id, tree);
        return tree;
      },
      createWebviewPanel: (kind: string, title: string, _: number, options: any) => {
        const panel = new Panel(world, kind, title, options);
        world.panels.push(panel);
        return panel;
      },
      withProgress: async ({ title }: any, task: any) => {
        const source = new v.CancellationTokenSource();
        world.progress.push({ title, source });
        return task({ report: () => undefined }, source.token);
      },
    };
  }

  #workspace() {
    const world = this;
    const nothing = new v.EventEmitter<any>().event;
    return {
      get textDocuments() {
        return world.documents;
      },
      get workspaceFolders() {
        return [{ uri: v.Uri.file(world.folder), name: 'project', index: 0 }];
      },
      onDidOpenTextDocument: world.didOpen.event,
      onDidCloseTextDocument: world.didClose.event,
      onDidChangeTextDocument: world.didChange.event,
      onDidSaveTextDocument: world.didSave.event,
      onWillSaveTextDocument: nothing,
      onDidChangeConfiguration: world.didChangeSettings.event,
      onDidChangeWorkspaceFolders: nothing,
      onDidCreateFiles: nothing,
      onDidRenameFiles: nothing,
      onDidDeleteFiles: nothing,
      onWillCreateFiles: nothing,
      onWillRenameFiles: nothing,
      onWillDeleteFiles: nothing,
      getConfiguration: (section?: string) => {
        const full = (name: string) => (section ? `${section}.${name}` : name);
        return {
          get: (name: string, otherwise?: unknown) => world.settings.get(full(name)) ?? otherwise,
          inspect: (name: string) => ({ key: full(name), globalValue: world.settings.get(full(name)) }),
          update: async (name: string, value: unknown) => world.set(full(name), value),
        };
      },
      asRelativePath: (uri: v.Uri) => uri.fsPath.replace(`${world.folder}/`, ''),
      openTextDocument: async (uri: v.Uri) =>
        world.documents.find((one) => one.uri.toString() === uri.toString()) ?? world.open(uri.fsPath),
      registerTextDocumentContentProvider: (scheme: string, provider: any) => {
        world.contents.set(scheme, provider);
        return new v.Disposable(() => world.contents.delete(scheme));
      },
      createFileSystemWatcher: () => ({
        onDidCreate: nothing,
        onDidChange: nothing,
        onDidDelete: nothing,
        dispose: () => undefined,
      }),
    };
  }

  #collection() {
    const own = new Map<string, v.Diagnostic[]>();
    this.collections.add(own);
    const changed = (uris: v.Uri[]) => this.didChangeDiagnostics.fire({ uris });
    const clear = () => {
      const uris = [...own.keys()].map(v.Uri.parse);
      own.clear();
      changed(uris);
    };
    return {
      set: (uri: v.Uri, diagnostics: v.Diagnostic[]) => {
        own.set(uri.toString(), diagnostics);
        changed([uri]);
      },
      delete: (uri: v.Uri) => {
        own.delete(uri.toString());
        changed([uri]);
      },
      clear,
      dispose: () => {
        clear();
        this.collections.delete(own);
      },
    };
  }

  #provide(kind: keyof World['providers'], selector: Selector, provider: any): v.Disposable {
    const entry = { selector, provider };
    this.providers[kind].add(entry);
    return new v.Disposable(() => this.providers[kind].delete(entry));
  }
}

function matches(selector: Selector, document: Document): boolean {
  const filters = Array.isArray(selector) ? selector : [selector];
  return filters.some(({ scheme, language }) =>
    (scheme ?? document.uri.scheme) === document.uri.scheme && (language ?? document.languageId) === document.languageId);
}

/** A part of the module that says what it lacks. */
function told<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target)) throw new Error(`vscode.${name}.${key} is not faked`);
      return Reflect.get(target, key, receiver);
    },
  });
}
