// Runs of `margay check` that write something to look at.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';

/** What is checked: a file, or all that a folder has. */
export interface Subject {
  readonly path: string;
  readonly isFolder: boolean;
}

/** How a run ended: how the process did, and what it said of errors. */
export interface Ended {
  readonly code: number | null;
  readonly errors: string;
}

/** What a run is given beside what it checks. */
export interface Extras {
  readonly checkArguments: readonly string[];
  readonly clangFlags: readonly string[];
}

/** The arguments for a run that writes, with an option such as `--html`, to a place. */
export function checkArguments(subject: Subject, output: readonly [string, string], extras: Extras): readonly string[] {
  const flags = extras.clangFlags.length > 0 ? ['--', ...extras.clangFlags] : [];
  return ['check', '--color', 'never', ...output, ...extras.checkArguments, ...inputs(subject), ...flags];
}

/** A folder with a compile database is what that compiles; any other is its C files. */
function inputs(subject: Subject): readonly string[] {
  if (!subject.isFolder) return [subject.path];
  const hasDatabase = (folder: string) => existsSync(path.join(folder, 'compile_commands.json'));
  const database = [subject.path, path.join(subject.path, 'build')].find(hasDatabase);
  return database === undefined ? [subject.path] : ['-p', database];
}

/** Runs a program to its end, or until the signal; what it starts is ended with it. */
export function run(
  program: string,
  args: readonly string[],
  folder: string,
  hear: (text: string) => void,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const ownsGroup = process.platform !== 'win32';
    const child = spawn(program, [...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: ownsGroup });
    let errors = '';
    const end = () => {
      try {
        if (ownsGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
        else child.kill();
      } catch {
        // It has ended by itself.
      }
    };
    const settle = () => signal.removeEventListener('abort', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
      hear(text);
    });
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code) => {
      settle();
      resolve({ code, errors });
    });
  });
}

/** Why a run has written nothing, in one sentence for a message; the log has the rest. */
export function reason(ended: Ended): string {
  const lines = ended.errors.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const own = lines.filter((line) => line.startsWith('margay: error: ')).at(-1);
  return own?.slice('margay: error: '.length) ?? lines.at(-1) ?? `margay ended with ${ended.code ?? 'a signal'}`;
}
