// Bundles the commands that end soon into dist/cli/quick.js and files beside it: a command that loads hundreds of
// small files has spent half a second before it begins.
import { build, transform } from 'esbuild';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist/cli');

/** src/cli/main.ts runs processes without the bundle; the bundle asks their own files for their help. */
const leaveProcessesOut = {
  name: 'leave-processes-out',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[.][/](processes|mcp|sandbox|dev|demo)[.]js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** A file of ours that looks for others beside it was elsewhere before. */
const keepDirectories = {
  name: 'keep-directories',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/]src[/].*[.]ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const place = relative(join(root, 'src/cli'), dirname(path));
      const directory = `require('node:path').join(__dirname, ${JSON.stringify(place)})`;
      return { contents: text.replaceAll('__dirname', directory), loader: 'ts' };
    });
  },
};

/** A client has no use for what workers and Temporal Cloud say, and JSON is read faster as text than as code. */
const slimProtocol = {
  name: 'slim-protocol',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@temporalio[/]proto[/]protos[/]json-module[.]js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const start = text.indexOf('.addJSON(') + '.addJSON('.length;
      const end = text.lastIndexOf(')', text.indexOf('module.exports'));
      const { coresdk, ...packages } = new Function(`return ${text.slice(start, end)}`)();
      delete packages.temporal.nested.api.nested.cloud;
      const json = JSON.stringify(JSON.stringify(packages));
      return { contents: `${text.slice(0, start)}JSON.parse(${json}));\nmodule.exports = $root;` };
    });
  },
};

/** A client names the messages that it sends, as the SDK's own three functions do, and runs no workflow. */
const noWorkflows = {
  name: 'no-workflows',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@temporalio[/]workflow[/]lib[/]index[.]js$/ }, () => ({
      contents: `
        const define = (type) => (name, options) => ({ type, name, ...options });
        export const defineSignal = define('signal'), defineQuery = define('query'), defineUpdate = define('update');`,
    }));
  },
};

/** Messages of ours are written by us, in English. */
const oneLocale = {
  name: 'one-locale',
  setup: ({ onLoad }) => {
    onLoad({ filter: /zod[/]v4[/]locales[/]index[.]js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

const smaller = { minifyWhitespace: true, minifySyntax: true, charset: 'utf8', target: 'node20' };

const { outputFiles, metafile } = await build({
  entryPoints: [join(root, 'src/cli/quick.ts')],
  absWorkingDir: root,
  outdir: out,
  chunkNames: 'quick-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  mainFields: ['module', 'main'],
  sourcemap: 'inline',
  sourcesContent: false,
  metafile: true,
  write: false,
  plugins: [leaveProcessesOut, keepDirectories, slimProtocol, noWorkflows, oneLocale],
  ...smaller,
});

const heavy =
  /^node_modules[/](@temporalio[/](worker|core-bridge|testing)|fastify)[/]|^src[/](embedded|sandbox|workflows|worker[.])/;
const strays = Object.keys(metafile.inputs).filter((path) => heavy.test(path));
if (strays.length > 0) throw new Error(`Not for the commands that end soon: ${strays.join(', ')}`);

for (const name of await readdir(out)) if (/^quick[.-]/.test(name)) await rm(join(out, name));
const main = join(out, 'main.js');
await required(main, await readFile(main, 'utf8'));
for (const { path, text } of outputFiles) await required(path, text);

/** Code is split as modules alone. Once they are required instead of imported, they load in half the time. */
async function required(path, text) {
  const { code, map } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    sourcefile: basename(path),
    sourcemap: 'external',
    sourcesContent: false,
    supported: { 'dynamic-import': false },
    ...smaller,
  });
  await writeFile(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  await writeFile(`${path}.map`, map);
}
