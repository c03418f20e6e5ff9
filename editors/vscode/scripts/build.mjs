// Bundles the extension into one file, with the licenses of what is in it; with --tests the tests as well.

import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  external: ['vscode'],
  // Scripts for pages are text here.
  loader: { '.webview.js': 'text' },
  logLevel: 'warning',
};
rmSync('out', { recursive: true, force: true });
const { metafile } = await build({
  ...common,
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  minify: true,
  metafile: true,
});
writeFileSync('out/THIRD-PARTY.txt', licenses(metafile));
if (process.argv.includes('--tests')) {
  const tests = readdirSync('test').filter((name) => name.endsWith('.test.ts'));
  await build({
    ...common,
    target: 'node20',
    entryPoints: tests.map((name) => join('test', name)),
    outdir: 'out/test',
    sourcemap: 'inline',
  });
}

/** The licenses of all packages of which something is in the bundle. */
function licenses({ inputs }) {
  const folders = Object.keys(inputs).map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  const texts = [...new Set(folders)].filter(Boolean).sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no license`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
