// Builds after an install. Before "npx locrelease" in a checkout npm would build too, and show nothing of it: there
// the command itself builds, in view, where nothing is built yet.
import { spawnSync } from 'node:child_process';

if (process.env.npm_command !== 'exec') {
  const { status } = spawnSync('npm', ['run', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
