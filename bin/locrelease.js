#!/usr/bin/env node
// The command. In a checkout there may be nothing built yet: then it is built in view, and once.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

// The page is what a build makes last.
if (!existsSync(join(root, 'dist/page/index.html'))) build();
require('../dist/cli/main.js');

function build() {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    console.error(
      'locrelease: Nothing is built yet, and there is nothing to build it with. Run "npm ci" first.',
    );
    process.exit(2);
  }
  console.error('Building locrelease, once. This takes about half a minute.');
  // Standard output belongs to the command.
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('locrelease: The build has failed, for the reason above. Nothing was started.');
    process.exit(1);
  }
}
