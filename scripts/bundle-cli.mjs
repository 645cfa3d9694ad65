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
      const contents = text
        .replaceAll('__dirname', directory)
        .replace(
          /require[.]resolve\(('[.][^']+')\)/g,
          `require.resolve(require('node:path').join(${directory}, $1))`,
        );
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Of Temporal's protocol, what the client or we name: not what only workers, operators and Temporal Cloud say. The rest
 * is JSON, which is read faster as text than as code. Together it saves a `status` 100 ms of 640.
 */
const slimProtocol = {
  name: 'slim-protocol',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@temporalio[/]proto[/]protos[/]json-module[.]js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const start = text.indexOf('.addJSON(') + '.addJSON('.length;
      const end = text.lastIndexOf(')', text.indexOf('module.exports'));
      const packages = new Function(`return ${text.slice(start, end)}`)();
      delete packages.coresdk;
      delete packages.temporal.nested.api.nested.cloud;
      const { v1 } = packages.temporal.nested.api.nested.workflowservice.nested;
      const { WorkflowService: service } = v1.nested;
      const words = await wordsOf('src', 'node_modules/@temporalio/client/lib');
      const isNamed = (call) => words.has(call[0].toLowerCase() + call.slice(1));
      const unnamed = Object.keys(service.methods).filter((call) => !isNamed(call));
      service.methods = without(service.methods, unnamed);
      const used = JSON.stringify(packages);
      const isUsed = (message) => used.split(`"${message}"`).length > 2;
      const messages = unnamed.flatMap((call) => [`${call}Request`, `${call}Response`]);
      v1.nested = without(
        v1.nested,
        messages.filter((message) => !isUsed(message)),
      );
      const json = JSON.stringify(JSON.stringify(packages));
      return { contents: `${text.slice(0, start)}JSON.parse(${json}));\nmodule.exports = $root;` };
    });
  },
};

function without(all, names) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

/** Every word of the code in some folders. */
async function wordsOf(...folders) {
  const words = new Set();
  for (const folder of folders)
    for (const file of await readdir(join(root, folder), { recursive: true }))
      if (/[.](ts|js)$/.test(file))
        for (const [word] of (await readFile(join(root, folder, file), 'utf8')).matchAll(/\w+/g))
          words.add(word);
  return words;
}

/**
 * For each message there are five functions, made of text at run time. Few messages need more than one of them: that saves a
 * `status` 70 ms of 610.
 */
const functionsOnDemand = {
  name: 'functions-on-demand',
  setup: ({ onLoad }) => {
    onLoad({ filter: /protobufjs[/]src[/]type[.]js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const onDemand = text
        .replace(/require\("[.][/](encoder|decoder|verifier)"\)/g, 'onDemand($&)')
        .replace('require("./converter")', 'onDemandIn($&)');
      if (onDemand.split('onDemand').length !== 5) throw new Error(`${path} has changed`);
      return {
        contents: `${onDemand}
          function onDemand(make) {
            return (type) => (scope) => {
              let made;
              return function () {
                return (made ??= make(type)(scope)).apply(this, arguments);
              };
            };
          }
          function onDemandIn({ fromObject, toObject }) {
            return { fromObject: onDemand(fromObject), toObject: onDemand(toObject) };
          }`,
      };
    });
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
  // For a part of gRPC that only servers have; with it comes protobufjs, which we have already.
  external: ['@grpc/proto-loader'],
  plugins: [leaveProcessesOut, keepDirectories, slimProtocol, functionsOnDemand],
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
