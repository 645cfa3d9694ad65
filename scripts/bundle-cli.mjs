// Bundles the commands into one file: one that loads hundreds of small files has spent half a second before it begins.
import { build } from 'esbuild';
import { join } from 'node:path';

const { metafile } = await build({
  absWorkingDir: join(import.meta.dirname, '..'),
  entryPoints: ['src/cli/quick.ts'],
  outfile: 'dist/cli/quick.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  charset: 'utf8',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  external: [
    // Processes run from their own files: see src/cli/main.ts.
    ...['processes', 'sandbox', 'dev', 'demo'].map((name) => `./${name}.js`),
    // TypeScript is only run in tests.
    'tsx',
    // Only servers of gRPC need it.
    '@grpc/proto-loader',
  ],
});

const heavy =
  /^node_modules[/](@temporalio[/](worker|core-bridge|testing)|fastify)[/]|^src[/](embedded|sandbox|workflows|worker[.])/;
const strays = Object.keys(metafile.inputs).filter((path) => heavy.test(path));
if (strays.length > 0) throw new Error(`Not for the commands that end soon: ${strays.join(', ')}`);
