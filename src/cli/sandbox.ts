import { ConfigError } from '../config/config-error';
import { cannotRead } from '../domain/text/path-fault';
import { sentence } from '../domain/text/sentence';
import type { RecordedExchange } from '../http/replies/transcript';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../sandbox/sandbox';
import { readRecording, REPLAY_SECRET, startReplay } from '../sandbox/replay';
import { counted } from '../domain/text/counted';
import { readFileBytesSync } from '../files/regular-file';
import { sandboxProfile, type SandboxProfile } from '../sandbox/profile';
import { checkShape } from '../source/check-shape';
import { unlessReported } from '../source/input-error';
import { MOST_SPEC_NODES, reportRepetitions, type Located } from '../source/located';
import { readYaml } from '../source/formats/parse-yaml';
import { command } from './command';
import { otherwise, text } from './command-options';
import { untilStopped } from './processes';
import { shellWord } from '../domain/text/visible-text';

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
    const starting = replay === undefined ? startServices(options) : startRecording(replay, options.port);
    const { running, words, environment } = await starting.catch((error: unknown) => {
      throw isListenError(error) ? new ConfigError(`--port: ${sentence(error.message)}`) : error;
    });
    terminal.info(`${words}\n`);
    terminal.data({ environment }, (shown) => exportLines(shown.environment).join('\n'));
    await untilStopped();
    await running.close();
  },
});

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EADDRINUSE', 'EACCES', 'ERR_SOCKET_BAD_PORT'].includes(code);
}

interface Started {
  running: Pick<Sandbox, 'close'>;
  words: string;
  environment: Environment;
}

async function startServices(options: ProfileOptions): Promise<Started> {
  const running = await startSandbox(readProfile(options));
  const { url } = running;
  const words = `Both services run at ${url} until Ctrl-C. The journal is at ${url}/sandbox/journal`;
  return { running, words, environment: sandboxEnvironment(running) };
}

async function startRecording(directory: string, port: string): Promise<Started> {
  const running = await startReplay(recordingIn(directory), { port: Number(port) });
  const { url, exchanges } = running;
  const words = `${counted(exchanges, 'recorded exchange')} answered at ${url} until Ctrl-C. Callbacks are signed with the secret below.`;
  const environment = {
    LOCALIZATION_BASE_URL: url,
    LOCALIZATION_APP_KEY: 'replay',
    LOCALIZATION_APP_SECRET: REPLAY_SECRET,
    SOCIAL_BASE_URL: url,
    SOCIAL_ACCESS_TOKEN: 'replay',
  };
  return { running, words, environment };
}

type Environment = Readonly<Record<string, string>>;

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
    const root = readYaml(text, MOST_SPEC_NODES, empty);
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
