// A client for the protocol that owns its server's process: whatever becomes of their talk, the process ends with
// the client.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import { firstFolder } from './settings';

/** Milliseconds that the server has to end well. */
const TO_END = 2_000;

export class Client extends LanguageClient {
  readonly #process: { child?: ChildProcess };

  constructor(program: string, options: LanguageClientOptions) {
    const process: { child?: ChildProcess } = {};
    super('margay', 'Margay', async () => (process.child = await serve(program)), options);
    this.#process = process;
  }

  kill(): void {
    this.#process.child?.kill('SIGKILL');
  }

  override async stop(timeout: number = TO_END): Promise<void> {
    try {
      await super.stop(timeout);
    } catch (error) {
      // It had ended by itself, did not in time, or never began: the client also stops what does not start.
      this.outputChannel.appendLine(`The server did not end well: ${String(error)}`);
    }
    const { child } = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const late = setTimeout(() => this.kill(), timeout);
    await once(child, 'exit');
    clearTimeout(late);
  }
}

function serve(program: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['lsp'], { cwd: firstFolder() });
    child.once('spawn', () => resolve(child)).once('error', reject);
  });
}
