// The server and its life: it is started with the program that is found, stopped, and started again when that
// changes. One of these at a time.

import * as vscode from 'vscode';
import {
  CloseAction,
  CodeLensRequest,
  ExecuteCommandRequest,
  HoverRequest,
  RevealOutputChannelOn,
  State as Running,
  WorkDoneProgressCancelNotification,
  type ErrorHandler,
  type Middleware,
  type ProgressToken,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { locate, machine, nameOf } from '../core/binary';
import { told, type Finding, type Told } from '../core/path';
import { Client } from './client';
import { askForProgram, complain, firstFolder, settings } from './settings';
import type { Status, Work } from './status';

/** Milliseconds that the server has to begin; it takes a few. */
const TO_BEGIN = 15_000;

/** Commands of the server that the extension has itself: it asks the server for what it needs, and shows it. */
const OWN_COMMANDS = ['margay.explain', 'margay.showPath', 'margay.writeTest'] as const;

/** Tells the server of these, so that the client does not register them a second time. */
const ownCommands: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { margay: { commands: OWN_COMMANDS } };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

export class Server implements vscode.Disposable {
  #client: Client | undefined;
  /** What was begun last: the next waits for it. */
  #turn: Promise<void> = Promise.resolve();
  /** What is under way at the server. */
  readonly #work = new Map<ProgressToken, Work>();

  constructor(
    readonly log: vscode.OutputChannel,
    readonly status: Status,
  ) {}

  /** Starts the server, or starts it again. Whether it runs then is what the status says. */
  restart(): Promise<void> {
    return this.#next(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#next(() => this.#stop());
  }

  dispose(): void {
    void this.stop();
  }

  /** Tells the server the settings as they are now. */
  async configure(): Promise<void> {
    const { server, complaints } = settings();
    this.#complain(complaints);
    if (this.#client?.state !== Running.Running) return;
    await this.#client.sendNotification('workspace/didChangeConfiguration', { settings: { margay: server } });
  }

  /** The program, if there is one; asks for it otherwise. */
  program(): string | undefined {
    const found = locate(settings().path, machine(firstFolder()));
    if ('program' in found) return found.program;
    this.#ask(found.missing);
    return undefined;
  }

  /** Has the server carry out a command. If it does not, the error has its words. */
  async execute(command: (typeof OWN_COMMANDS)[number], ...args: readonly unknown[]): Promise<unknown> {
    if (this.#client?.state !== Running.Running) throw new Error('the server does not run');
    return this.#client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [...args] });
  }

  /** The steps of a finding by their numbers; none if the server does not say. */
  async steps(finding: Finding): Promise<readonly Told[]> {
    if (this.#client?.state !== Running.Running) return [];
    const { place } = finding;
    const params = { textDocument: { uri: place.uri }, position: { ...place.start } };
    try {
      const hover = await this.#client.sendRequest(HoverRequest.type, params);
      const contents = hover?.contents;
      const isMarkup = typeof contents === 'object' && 'value' in contents;
      return isMarkup ? told(contents.value, finding) : [];
    } catch (error) {
      this.log.appendLine(`The steps are not known by number: ${String(error)}`);
      return [];
    }
  }

  /** Ends the analysis that is under way. */
  async cancel(): Promise<void> {
    const [token] = this.#work.keys();
    if (token === undefined) return;
    await this.#client?.sendNotification(WorkDoneProgressCancelNotification.type, { token });
  }

  #next(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step).catch((error: unknown) => {
      this.status.show({ kind: 'failed', why: `Margay failed: ${String(error)}` });
      this.log.appendLine(String(error));
    });
    return this.#turn;
  }

  async #start(): Promise<void> {
    const program = this.program();
    if (program === undefined) return;
    const name = await nameOf(program);
    if (name === undefined) {
      this.#ask(`${program} is not Margay, or does not run.`);
      return;
    }
    this.#complain(settings().complaints);
    this.log.appendLine(`Starting ${program} lsp (${name})`);
    const client: Client = new Client(program, {
      documentSelector: [{ scheme: 'file', language: 'c' }],
      // Asked each time that the server starts, by itself after a crash, too.
      initializationOptions: () => settings().server,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware: this.#middleware(),
      // One that has run is started again when it dies, unless it does so often; one that never ran is not.
      errorHandler: {
        error: (...args) => usual.error(...args),
        closed: () => (hasRun ? usual.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    });
    const usual: ErrorHandler = client.createDefaultErrorHandler();
    let hasRun = false;
    this.#client = client;
    client.registerFeature(ownCommands);
    client.onDidChangeState(({ newState }) => {
      if (this.#client !== client) return;
      hasRun ||= newState === Running.Running;
      this.#work.clear();
      this.#show(newState);
    });
    const started = client.start();
    // When it fails, the client also rejects a promise that it hands out to whoever asks a second time.
    client.start().catch(() => undefined);
    // Whoever does not answer must not keep others waiting.
    const overdue = setTimeout(() => client.kill(), TO_BEGIN);
    try {
      await started;
    } catch (error) {
      this.#client = undefined;
      const why = `${program} lsp does not start: ${String(error)}`;
      this.log.appendLine(why);
      this.status.show({ kind: 'failed', why });
      await client.dispose();
    } finally {
      clearTimeout(overdue);
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#work.clear();
    if (client === undefined) return;
    await client.dispose();
    this.status.show({ kind: 'stopped' });
  }

  #ask(why: string): void {
    this.status.show({ kind: 'missing', why });
    void askForProgram(why);
  }

  #show(state: Running): void {
    const [work] = this.#work.values();
    if (state === Running.Starting) this.status.show({ kind: 'starting' });
    else if (state === Running.Stopped) this.status.show({ kind: 'failed', why: 'Margay has ended; its log says more' });
    else this.status.show(work === undefined ? { kind: 'ready' } : { kind: 'busy', work });
  }

  #middleware(): Middleware {
    return {
      // The status shows what is under way; the client would show it a second time beside it.
      handleWorkDoneProgress: (token, params, next) => {
        if (params.kind === 'begin') this.#work.set(token, { title: params.title });
        const work = this.#work.get(token);
        if (params.kind === 'report' && work !== undefined) {
          const { percentage, message } = params;
          this.#work.set(token, { title: work.title, percentage, message });
        }
        if (params.kind === 'end') {
          this.#work.delete(token);
          next(token, params);
        }
        if (this.#client !== undefined) this.#show(this.#client.state);
      },
      // Lenses change when an analysis is done, and the server does not ask for their refresh.
      handleDiagnostics: (uri, diagnostics, next) => {
        next(uri, diagnostics);
        this.#refreshLenses(uri);
      },
    };
  }

  #refreshLenses(uri: vscode.Uri): void {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    if (document === undefined) return;
    const feature = this.#client?.getFeature(CodeLensRequest.method);
    feature?.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }

  #complain(complaints: readonly string[]): void {
    if (complaints.length === 0) return;
    complaints.forEach((complaint) => this.log.appendLine(complaint));
    void complain(complaints);
  }
}
