// Runs the extension as it is shipped, out/extension.js, in an editor without windows.

import { createRequire } from 'node:module';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Uri } from './values';
import { World } from './world';

/** Milliseconds: longer than anything here takes on a busy machine. */
const PATIENCE = 120_000;

const root = path.join(__dirname, '..', '..');
const examples = path.join(root, '..', '..', 'examples');

/** The program that is tested. */
export function margay(): string {
  const program = process.env['MARGAY'];
  if (program === undefined) throw new Error('the variable MARGAY has to name the program margay');
  return path.resolve(program);
}

export class Host {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'margay-vscode-'));
  readonly project = path.join(this.folder, 'my project');
  readonly world = new World(this.project);
  readonly #context = {
    subscriptions: [] as { dispose(): unknown }[],
    storageUri: Uri.file(path.join(this.folder, 'storage')),
    globalStorageUri: Uri.file(path.join(this.folder, 'global')),
    extensionUri: Uri.file(root),
  };
  readonly #extension: { activate(context: unknown): Promise<void>; deactivate(): Promise<void> };

  /** An editor on a copy of some examples. */
  constructor(...names: string[]) {
    names.forEach((name) => cpSync(path.join(examples, name), path.join(this.project, name), { recursive: true }));
    this.world.settings.set('margay.path', margay());
    this.#extension = load(this.world);
  }

  file(name: string): string {
    return path.join(this.project, name);
  }

  get status(): string {
    return this.world.statusItems.find((item) => item.id === 'margay.status')?.text ?? '';
  }

  /** The text of the status once nothing is under way. */
  settled(): Promise<string> {
    return until('the status to settle', () => (this.status.includes('spin') ? undefined : this.status));
  }

  activate(): Promise<void> {
    return this.#extension.activate(this.#context);
  }

  async end(): Promise<void> {
    await this.#extension.deactivate();
    this.#context.subscriptions.reverse().forEach((one) => one.dispose());
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits until there is something. */
export async function until<T>(what: string, get: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await get();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Loads the extension anew, with a world in place of the editor. */
function load(world: World): any {
  const file = path.join(root, 'out', 'extension.js');
  const load = createRequire(__filename);
  const loader = load('node:module') as { _load(name: string, ...more: unknown[]): unknown };
  const real = loader._load;
  loader._load = (name, ...more) => (name === 'vscode' ? world.api : real.call(loader, name, ...more));
  try {
    delete load.cache[file];
    return load(file);
  } finally {
    loader._load = real;
  }
}
