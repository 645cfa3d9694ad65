// Bundles the operators' console into dist/page; names carry a hash of their content, so that browsers may keep them.
import { build } from 'esbuild';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const page = join(root, 'dist/page');
/** What index.html names, and what it is called once bundled. */
const entries = { 'main.tsx': 'app', 'styles.css': 'app', 'icon.svg': 'icon' };

await rm(page, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: Object.entries(entries).map(([file, out]) => ({ in: join(root, 'web', file), out })),
  absWorkingDir: root,
  outdir: page,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
});

let index = await readFile(join(root, 'web/index.html'), 'utf8');
for (const [path, { entryPoint, inputs }] of Object.entries(metafile.outputs)) {
  const source = entryPoint ?? Object.keys(inputs)[0];
  if (source !== undefined) index = index.replace(`"/${basename(source)}"`, `"/${basename(path)}"`);
}
await mkdir(page, { recursive: true });
await writeFile(join(page, 'index.html'), index);

// Packed once, as well as can be: the gateway would have to do it for each reader, and in less time.
for (const path of Object.keys(metafile.outputs)) {
  const packed = await promisify(brotliCompress)(await readFile(join(root, path)));
  await writeFile(join(root, `${path}.br`), packed);
}
