// Makes JavaScript of each source file for itself, in seconds. Types are the matter of `npm run check`.
import { build } from 'esbuild';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = await readdir(join(root, 'src'), { recursive: true });

await build({
  absWorkingDir: root,
  entryPoints: files.filter((file) => file.endsWith('.ts')).map((file) => join('src', file)),
  outbase: 'src',
  outdir: 'dist',
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  charset: 'utf8',
  sourcemap: 'linked',
  sourcesContent: false,
});
for (const file of files.filter((name) => name.endsWith('.json')))
  await copyFile(join(root, 'src', file), join(root, 'dist', file));
