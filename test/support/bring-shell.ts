/** A shell for the tests of its completion: one of this machine, or one from the packages of Debian and Ubuntu. */
import { spawnSync } from 'node:child_process';

/** Whether it is there now. Tests of a shell that cannot be had are skipped, and the run says so. */
export function bringShell(name: 'zsh' | 'fish'): boolean {
  if (isThere(name)) return true;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 5 * 60_000 };
  for (const words of [['update'], ['install', '--no-install-recommends', name]])
    if (spawnSync('apt-get', ['-q', '-y', ...words], options).status !== 0) break;
  if (isThere(name)) return true;
  process.stderr.write(
    `There is no ${name}, and no package to install it from: its completion is not tested.\n`,
  );
  return false;
}

function isThere(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}
