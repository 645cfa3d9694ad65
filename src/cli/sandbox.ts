import { once } from 'node:events';
import type { Command } from 'commander';
import { ConfigError } from '../config/config-error';
import { cannotRead } from '../domain/path-fault';
import { sentence } from '../domain/sentence';
import type { RecordedExchange } from '../http/transcript';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../sandbox/sandbox';
import { readRecording, REPLAY_SECRET, startReplay, type Replay } from '../sandbox/replay';
import { counted } from '../domain/counted';
import { readProfile, type ProfileOptions } from './sandbox-profile';
import { tell } from './terminal';

interface SandboxOptions extends ProfileOptions {
  replay?: string;
}

const help = `
The profile is a YAML file with port, speed, projects, accounts, readings and faults, for example
  readings:
    id-type: number
  faults:
    - { on: POST /tasks/publish, do: lose-reply }
    - { on: callback task.completed, do: double, nth: all }
docs/sandbox.md has an example of each fault and of each reading.

While it runs:
  GET    /sandbox/journal    every request and what it changed
  POST   /sandbox/faults     set faults        DELETE  remove them
  POST   /sandbox/clock      {"advanceMs": 3600000}

Example:
  locrelease sandbox --port 8090 --speed 10
  locrelease sandbox --replay probe-recording   # in the order in which it was heard: restart it for another probe`;

export function define(command: Command): void {
  command
    .option('--port <number>', 'Port to listen on.', '8090')
    .option('--speed <factor>', 'Speed: 2 is twice as fast as real time.')
    .option('--profile <file>', 'YAML file with settings and faults.')
    .option(
      '--replay <dir>',
      'Answer as the services did when "locrelease service probe --record" made this recording.',
    )
    .addHelpText('after', help)
    .action(async (options: SandboxOptions) => {
      const starting = options.replay === undefined ? sandbox(options) : replay(options.replay, options);
      const running = await starting.catch((error: unknown) => {
        throw isListenError(error) ? new ConfigError(`--port: ${sentence(error.message)}`) : error;
      });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await running.close();
    });
}

/** The port is in use, is for others, or is none. */
function isListenError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EADDRINUSE', 'EACCES', 'ERR_SOCKET_BAD_PORT'].includes(code);
}

async function sandbox(options: SandboxOptions): Promise<Sandbox> {
  const started = await startSandbox(readProfile(options));
  tell(introduction(started));
  return started;
}

async function replay(directory: string, { port }: SandboxOptions): Promise<Replay> {
  const started = await startReplay(recordingIn(directory), { port: Number(port) });
  tell(
    `${counted(started.exchanges, 'recorded exchange')} answered at ${started.url} until Ctrl-C. Callbacks are signed with the secret below.\n\n` +
      replayEnvironment(started.url),
  );
  return started;
}

function recordingIn(directory: string): RecordedExchange[] {
  try {
    return readRecording(directory);
  } catch (error) {
    throw new ConfigError(`--replay: ${cannotRead(directory, error)}`);
  }
}

function replayEnvironment(url: string): string {
  const variables = {
    LOCALIZATION_BASE_URL: url,
    LOCALIZATION_APP_KEY: 'replay',
    LOCALIZATION_APP_SECRET: REPLAY_SECRET,
    SOCIAL_BASE_URL: url,
    SOCIAL_ACCESS_TOKEN: 'replay',
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n');
}

function introduction(sandbox: Sandbox): string {
  const { url } = sandbox;
  return [
    `Both services run at ${url} until Ctrl-C. The journal is at ${url}/sandbox/journal`,
    '',
    ...Object.entries(sandboxEnvironment(sandbox)).map(([name, value]) => `export ${name}=${value}`),
  ].join('\n');
}
