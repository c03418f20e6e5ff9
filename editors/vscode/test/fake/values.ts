// Values of the module `vscode`, as far as the extension and its client use them. They behave as the real ones
// do where that is used; what is only extended, or only named, is empty.

import * as path from 'node:path';

export const version = '1.82.0';

export class Disposable {
  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
  constructor(readonly end: () => unknown) {}
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown, self?: unknown, disposables?: Disposable[]): Disposable => {
    const bound = (value: T) => listener.call(self, value);
    this.#listeners.add(bound);
    const end = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(end);
    return end;
  };
  fire(value: T): void {
    [...this.#listeners].forEach((listener) => listener(value));
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }
  dispose(): void {}
}

export class CancellationError extends Error {}

export class Uri {
  static parse(text: string): Uri {
    const [, scheme = 'file', authority = '', rest = '', query = '', fragment = ''] =
      /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(text) ?? [];
    return new Uri(scheme, authority, decodeURIComponent(rest), query, fragment);
  }
  static file(file: string): Uri {
    return new Uri('file', '', path.resolve(file), '', '');
  }
  static from(parts: { scheme: string; authority?: string; path?: string; query?: string; fragment?: string }): Uri {
    return new Uri(parts.scheme, parts.authority ?? '', parts.path ?? '', parts.query ?? '', parts.fragment ?? '');
  }
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query: string,
    readonly fragment: string,
  ) {}
  get fsPath(): string {
    return this.path;
  }
  with(parts: { scheme?: string; authority?: string; path?: string }): Uri {
    return Uri.from({ ...this, ...parts });
  }
  toString(): string {
    const name = this.path.split('/').map(encodeURIComponent).join('/');
    const slashes = this.authority !== '' || this.scheme === 'file' ? `//${this.authority}` : '';
    return `${this.scheme}:${slashes}${name}${this.query && `?${this.query}`}${this.fragment && `#${this.fragment}`}`;
  }
}

export class Position {
  constructor(readonly line: number, readonly character: number) {
    if (line < 0 || character < 0) throw new Error('illegal argument: a position is not negative');
  }
  isBefore(other: Position): boolean {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(a: Position | number, b: Position | number, c?: number, d?: number) {
    const isNumbers = typeof a === 'number' || typeof b === 'number';
    const start = isNumbers ? new Position(a as number, b as number) : (a as Position);
    const end = isNumbers ? new Position(c as number, d as number) : (b as Position);
    [this.start, this.end] = end.isBefore(start) ? [end, start] : [start, end];
  }
  contains(position: Position): boolean {
    return !position.isBefore(this.start) && !this.end.isBefore(position);
  }
}

export class Selection extends Range {
  constructor(readonly anchor: Position, readonly active: Position) {
    super(anchor, active);
  }
}

export class Location {
  constructor(readonly uri: Uri, readonly range: Range) {}
}

export class Diagnostic {
  source?: string;
  code?: string | number | { value: string | number; target: Uri };
  relatedInformation?: DiagnosticRelatedInformation[];
  constructor(public range: Range, public message: string, public severity: number = 0) {}
}

export class DiagnosticRelatedInformation {
  constructor(readonly location: Location, readonly message: string) {}
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  static readonly QuickFix = new CodeActionKind('quickfix');
  static readonly Refactor = new CodeActionKind('refactor');
  static readonly RefactorExtract = new CodeActionKind('refactor.extract');
  static readonly RefactorInline = new CodeActionKind('refactor.inline');
  static readonly RefactorRewrite = new CodeActionKind('refactor.rewrite');
  static readonly Source = new CodeActionKind('source');
  static readonly SourceOrganizeImports = new CodeActionKind('source.organizeImports');
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`);
  }
}

export interface Command {
  title: string;
  command: string;
  arguments?: unknown[];
}

export class CodeAction {
  command?: Command;
  edit?: WorkspaceEdit;
  diagnostics?: Diagnostic[];
  constructor(public title: string, public kind?: CodeActionKind) {}
}

export class CodeLens {
  constructor(readonly range: Range, public command?: Command) {}
}

export class Hover {
  constructor(readonly contents: unknown, readonly range?: Range) {}
}

export class MarkdownString {
  isTrusted?: boolean;
  supportHtml?: boolean;
  constructor(public value = '') {}
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>]/g, '\\$&');
    return this;
  }
}

export class TextEdit {
  constructor(readonly range: Range, readonly newText: string) {}
}

export class WorkspaceEdit {
  readonly edits: [Uri, TextEdit[]][] = [];
  set(uri: Uri, edits: TextEdit[]): void {
    this.edits.push([uri, edits]);
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(readonly id: string) {}
}

export enum DiagnosticSeverity { Error, Warning, Information, Hint }
export enum DiagnosticTag { Unnecessary = 1, Deprecated }
export enum StatusBarAlignment { Left = 1, Right }
export enum ViewColumn { Beside = -2, Active = -1, One = 1 }
export enum ProgressLocation { SourceControl = 1, Window = 10, Notification = 15 }
export enum ConfigurationTarget { Global = 1, Workspace, WorkspaceFolder }
export enum TreeItemCollapsibleState { None, Collapsed, Expanded }
export enum TextEditorRevealType { Default, InCenter, InCenterIfOutsideViewport, AtTop }
export enum DecorationRangeBehavior { OpenOpen, ClosedClosed, OpenClosed, ClosedOpen }
export enum OverviewRulerLane { Left = 1, Center = 2, Right = 4, Full = 7 }
export enum CodeActionTriggerKind { Invoke = 1, Automatic }
export enum TextDocumentSaveReason { Manual = 1, AfterDelay, FocusOut }
export enum FileType { Unknown, File, Directory, SymbolicLink = 64 }
export const SymbolKind = {};
export const SymbolTag = {};
export const CompletionItemKind = {};
export const CompletionItemTag = {};

export class CompletionItem {}
export class DocumentLink {}
export class SymbolInformation {}
export class InlayHint {}
export class CallHierarchyItem {}
export class TypeHierarchyItem {}
export class RelativePattern {}
export class TabInputText {}
export class TabInputTextDiff {}
export class TabInputCustom {}
