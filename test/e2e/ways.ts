/** The ways in which the product is used. What commands say, and how they end, is the same in all of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningDev, STATE_DIRECTORY } from '../../src/config/dev-set';
import { freePorts } from '../../src/temporal/server/free-ports';
import { tokens } from '../support/console';
import { startS3Server } from '../support/s3-server';
import { CLI, CommandLine } from './command-line';
import { Product, type RunningSet } from './product';
import { SplitProduct } from './split-product';

/** Whose token the console of `locrelease dev` has. */
export const OPERATOR = 'olga';

/** All in one process, with a store on the disk. */
export async function startHere(): Promise<Product> {
  return new Product(await startDev());
}

/** From a machine that has the address of a gateway and a token, and nothing else. */
export async function startFar(): Promise<Product> {
  const set = await startDev();
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-far-'));
  const far = new CommandLine(directory, {
    PATH: process.env.PATH,
    HOME: directory,
    LOCRELEASE_SERVER: set.consoleUrl,
    LOCRELEASE_TOKEN: set.consoleToken,
  });
  const close = async (): Promise<void> => {
    await set.close();
    await rm(directory, { recursive: true, force: true });
  };
  return new Product({ ...set, close }, far);
}

/** Each process on its own, with a store in a bucket of an S3 server. */
export async function startOnBucket(): Promise<Product> {
  const s3 = await startS3Server();
  await s3.makeBucket('releases');
  const split = await SplitProduct.start({
    ...s3.env,
    LOCRELEASE_STORE: 's3://releases/store',
    LOCRELEASE_MIN_CHECK_INTERVAL: '500ms',
  });
  const close = async (): Promise<void> => {
    await split.close();
    await s3.stop();
  };
  split.run(['worker'], { CALLBACK_BASE_URL: split.gatewayUrl });
  await split.run(['gateway']).says(/The gateway listens/);
  return new Product({
    here: split.here,
    consoleUrl: split.gatewayUrl,
    consoleToken: tokens.operator,
    sandboxUrl: split.sandboxUrl,
    close,
  });
}

async function startDev(): Promise<RunningSet> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-e2e-'));
  const dev = await runDev(directory);
  const environment = runningDev(join(directory, STATE_DIRECTORY))?.environment ?? {};
  const [, consoleToken = ''] = /#token=(\S+)/.exec(dev.printed) ?? [];
  return {
    here: new CommandLine(directory, { ...cleanEnv(), ...environment }),
    consoleUrl: environment.LOCRELEASE_CONSOLE_URL ?? '',
    consoleToken,
    sandboxUrl: environment.LOCALIZATION_BASE_URL ?? '',
    close: async () => {
      await dev.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** `locrelease dev` in a directory, until it is stopped. */
export async function runDev(directory: string): Promise<{ printed: string; stop: () => Promise<void> }> {
  await choosePorts(directory);
  const dev = spawn(process.execPath, [CLI, 'dev', '--speed', '10'], {
    cwd: directory,
    env: { ...cleanEnv(), LOCRELEASE_OPERATOR: OPERATOR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilPrinted(dev, 'Ctrl-C stops');
  const stop = async (): Promise<void> => {
    const ended = once(dev, 'exit');
    dev.kill('SIGINT');
    await ended;
  };
  return { printed, stop };
}

/** Sets that start at the same time would all find the usual ones free. */
async function choosePorts(directory: string): Promise<void> {
  const [temporal, ui, gateway, sandbox] = await freePorts(4);
  await mkdir(join(directory, STATE_DIRECTORY), { mode: 0o700 });
  await writeFile(
    join(directory, STATE_DIRECTORY, 'ports.json'),
    JSON.stringify({ temporal, ui, gateway, sandbox }),
  );
}

/** Nothing of the developer's own settings may reach the product under test. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(TEMPORAL|LOCRELEASE|LOCALIZATION|SOCIAL|GITHUB|CALLBACK|GATEWAY)_/.test(name),
    ),
  );
  // A busy machine is no outage.
  return { ...env, LOCRELEASE_ANSWER_TIMEOUT: '30s', LOCRELEASE_CONTEXT: 'none' };
}

async function untilPrinted(child: ChildProcess, words: string): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes(words)) return printed;
  }
  throw new Error(`it ended before it said "${words}": ${printed}`);
}
