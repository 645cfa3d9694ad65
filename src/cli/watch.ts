/** Following a release until it has ended or needs a person: with a live picture, or as one line for each change. */
import type { Command } from 'commander';
import { exitCode } from '../domain/exit-code';
import { setUp, type At } from './command';
import { githubOption, timeoutOption, unless } from './command-options';
import { followShown, type Showing } from './follow-shown';
import { demandGithub, tellGithub } from './github';
import { exitCodeOf } from './release-exit-code';
import { report } from './status-text';

const options = { timeout: timeoutOption(), github: githubOption };

export function define(command: Command): void {
  if (command.name() === 'wait')
    setUp(command, {
      options,
      examples: ['wait game-2.4.0 --timeout 2h'],
      run: async (at, { timeout, github }, id: string) => {
        demandGithub(github);
        await waitForRelease(at, { id, timeoutMs: timeout, isLive: false });
      },
    });
  else
    setUp(command, {
      options: { progress: unless('Print one line per change instead of a live picture.'), ...options },
      examples: ['watch game-2.4.0'],
      run: async (at, { progress, timeout, github }, id: string) => {
        demandGithub(github);
        const ended = await waitForRelease(at, { id, timeoutMs: timeout, isLive: progress });
        // Whoever only watches has seen what they wanted to.
        if (ended === 'detached') process.exitCode = exitCode.done;
      },
    });
}

export async function waitForRelease({ backend, terminal }: At, showing: Showing) {
  const again = `locrelease watch ${showing.id}`;
  const { status, ended } = await followShown(backend, terminal, showing);
  report(terminal, status, backend.linkOf(status.id));
  tellGithub(status, terminal);
  if (ended === 'detached')
    terminal.say(`Stopped waiting. The release continues. See it again with: ${again}`);
  if (ended === 'timeout')
    terminal.say(`Timeout: the release has not ended yet, and continues. See it again with: ${again}`);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
  return ended;
}
