// Where the program `margay` is. What is asked of the machine comes in from outside.

import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

/** Milliseconds for a program to say its name: much, for a disk that has to wake up. */
const PATIENCE = 20_000;

/** What the search hangs on. */
export interface Surroundings {
  /** The variable PATH. */
  readonly searchPath: string;
  readonly home: string;
  /** What a relative path in the settings is relative to. */
  readonly folder: string | undefined;
  readonly isWindows: boolean;
  isProgram(file: string): boolean;
}

/** The program, or in words why there is none. */
export type Located = { readonly program: string } | { readonly missing: string };

/**
 * The program that the settings name, or else the first in PATH, or the one in ~/.cargo/bin. One that the
 * settings name and that is not there is not replaced by another: whoever wrote it there wants that one.
 */
export function locate(setting: string, around: Surroundings): Located {
  if (setting !== '') {
    const program = absolute(setting, around);
    return around.isProgram(program)
      ? { program }
      : { missing: `The setting margay.path says ${setting}, which is no program.` };
  }
  const name = around.isWindows ? 'margay.exe' : 'margay';
  const folders = around.searchPath.split(around.isWindows ? ';' : ':').filter((folder) => folder !== '');
  for (const folder of [...folders, path.join(around.home, '.cargo', 'bin')]) {
    const program = path.join(folder, name);
    if (path.isAbsolute(program) && around.isProgram(program)) return { program };
  }
  return { missing: 'The program margay is neither in PATH nor in ~/.cargo/bin.' };
}

/** What the program calls itself, such as `margay 0.1.0`; nothing if it is another one, or does not run. */
export function nameOf(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: PATIENCE, encoding: 'utf8' }, (error, output) => {
      const name = /^margay \S+/.exec(output)?.[0];
      resolve(error === null ? name : undefined);
    });
  });
}

/** This machine. */
export function machine(folder: string | undefined): Surroundings {
  return {
    searchPath: process.env['PATH'] ?? '',
    home: homedir(),
    folder,
    isWindows: process.platform === 'win32',
    isProgram,
  };
}

function absolute(setting: string, around: Surroundings): string {
  const folder = around.folder ?? around.home;
  const written = setting.replace(/^~(?=$|[\\/])/, around.home).replaceAll('${workspaceFolder}', folder);
  return path.resolve(folder, written);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
