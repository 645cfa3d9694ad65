import { ConfigError } from '../config/config-error';
import { cannotRead } from '../domain/text/path-fault';
import { sentence } from '../domain/text/sentence';
import type { RecordedExchange } from '../http/replies/transcript';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../sandbox/sandbox';
import { readRecording, REPLAY_SECRET, startReplay, type Replay } from '../sandbox/replay';
import { counted } from '../domain/text/counted';
import { readFileBytesSync } from '../files/regular-file';
import { sandboxProfile, type SandboxProfile } from '../sandbox/profile';
import { checkShape } from '../source/check-shape';
import { unlessReported } from '../source/input-error';
import { MOST_SPEC_NODES, reportRepetitions, type Located } from '../source/located';
import { parseYaml } from '../source/formats/parse-yaml';
import { command } from './command';
import { otherwise, text } from './command-options';
import { untilStopped } from './processes';
import { shellWord } from '../domain/text/visible-text';
import type { Terminal } from './terminal/terminal';

const help = `The profile is a YAML file with port, speed, projects, accounts, readings and faults, for example
  readings:
    id-type: number
  faults:
    - { on: POST /tasks/publish, do: lose-reply }
    - { on: callback task.completed, do: double, nth: all }

docs/sandbox.md has an example of each fault and of each reading.

While it runs:
  GET    /sandbox/journal    every request and what it changed
  POST   /sandbox/faults     set faults        DELETE  remove them
  POST   /sandbox/clock      {"advanceMs": 3600000}`;

export const sandbox = command({
  options: {
    port: otherwise(text('<number>', 'Port to listen on.'), '8090'),
    speed: text('<factor>', 'Speed: 2 is twice as fast as real time.'),
    profile: text('<file>', 'YAML file with settings and faults.'),
    replay: text(
      '<dir>',
      'Answer as the services did when "locrelease service probe --record" made this recording.',
    ),
  },
  help,
  examples: [
    'sandbox --port 8090 --speed 10',
    'sandbox --replay probe-recording   # in the order in which it was heard: restart it for another probe',
  ],
  runAlone: async (terminal, { replay, ...options }) => {
    const starting =
      replay === undefined
        ? startServices(terminal, options)
        : startRecording(terminal, replay, options.port);
    const running = await starting.catch((error: unknown) => {
      throw isListenError(error) ? new ConfigError(`--port: ${sentence(error.message)}`) : error;
    });
    await untilStopped();
    await running.close();
  },
});

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EADDRINUSE', 'EACCES', 'ERR_SOCKET_BAD_PORT'].includes(code);
}

async function startServices(terminal: Terminal, options: ProfileOptions): Promise<Sandbox> {
  const started = await startSandbox(readProfile(options));
  const { url } = started;
  terminal.info(`Both services run at ${url} until Ctrl-C. The journal is at ${url}/sandbox/journal\n`);
  showEnvironment(terminal, sandboxEnvironment(started));
  return started;
}

async function startRecording(terminal: Terminal, directory: string, port: string): Promise<Replay> {
  const started = await startReplay(recordingIn(directory), { port: Number(port) });
  const { url, exchanges } = started;
  terminal.info(
    `${counted(exchanges, 'recorded exchange')} answered at ${url} until Ctrl-C. Callbacks are signed with the secret below.\n`,
  );
  const environment = {
    LOCALIZATION_BASE_URL: url,
    LOCALIZATION_APP_KEY: 'replay',
    LOCALIZATION_APP_SECRET: REPLAY_SECRET,
    SOCIAL_BASE_URL: url,
    SOCIAL_ACCESS_TOKEN: 'replay',
  };
  showEnvironment(terminal, environment);
  return started;
}

type Environment = Readonly<Record<string, string>>;

function showEnvironment(terminal: Terminal, environment: Environment): void {
  terminal.data({ environment }, (shown) => exportLines(shown.environment).join('\n'));
}

export const exportLines = (environment: Environment): string[] =>
  Object.entries(environment).map(([name, value]) => `export ${name}=${shellWord(value)}`);

function recordingIn(directory: string): RecordedExchange[] {
  try {
    return readRecording(directory);
  } catch (error) {
    throw new ConfigError(`--replay: ${cannotRead(directory, error)}`);
  }
}

export interface ProfileOptions {
  profile?: string;
  port?: string;
  speed?: string;
}

const MOST_BYTES = 1024 * 1024;

const flagWords = { port: 'a port from 0 to 65535', speed: 'a number above 0' } as const;

export function readProfile({ profile: path, ...options }: ProfileOptions): SandboxProfile {
  const profile = path === undefined ? sandboxProfile.parse({}) : profileIn(path);
  for (const key of ['port', 'speed'] as const) {
    if (options[key] === undefined) continue;
    const { data } = sandboxProfile.shape[key].safeParse(Number(options[key]));
    if (data === undefined) throw new ConfigError(`--${key}: expected ${flagWords[key]}.`);
    profile[key] = data;
  }
  return profile;
}

function profileIn(path: string): SandboxProfile {
  const text = textOf(path);
  const empty: Located = { kind: 'mapping', line: 1, members: [] };
  return unlessReported(path, (report) => {
    const root = parseYaml(text, report, MOST_SPEC_NODES, empty);
    if (root === null) return null;
    reportRepetitions(root, report);
    return checkShape(sandboxProfile, root, report);
  });
}

function textOf(path: string): string {
  try {
    return readFileBytesSync(path, MOST_BYTES).toString('utf8');
  } catch (error) {
    throw new ConfigError(cannotRead(path, error));
  }
}
