// A child process that ends when we end, even when we are killed, and that a Ctrl-C in our terminal does not reach.
// process-guard.ts ends it; this is our side of the channel.
import { spawn } from 'node:child_process';
import * as z from 'zod';
import { modulePath } from '../../package';
import { nodeArgumentsFor } from '../../files/call-apart';

const guardMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), pid: z.number() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('output'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ kind: z.literal('ended'), code: z.number().nullable(), signal: z.string().nullable() }),
]);
export type GuardMessage = z.infer<typeof guardMessage>;

const OUTPUT_TAIL_CHARS = 8_000;

export interface GuardedProcess {
  readonly pid: number;
  /** The end of each stream, at most 8,000 characters. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>;
  /** Resolves when the process has ended: to its exit code, or to the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Sends SIGTERM, then SIGKILL; resolves when the process has ended. May be called again. */
  stop(): Promise<void>;
}

export interface SpawnOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Once started, the process does not keep our event loop alive: it ends with us. */
export async function spawnGuarded(
  command: string,
  commandArguments: readonly string[],
  options: SpawnOptions,
): Promise<GuardedProcess> {
  const guardArguments = nodeArgumentsFor(modulePath('temporal/server/process-guard'));
  const guard = spawn(process.execPath, [...guardArguments, command, ...commandArguments], {
    ...options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const output = { stdout: '', stderr: '' };
  let ending: number | string = 'SIGKILL';
  // Only a closed channel has no message left, and Node's `close` event does not wait for ours.
  const gone = Promise.all(
    ['exit', 'disconnect'].map((event) => new Promise<void>((resolve) => guard.once(event, resolve))),
  );
  const pid = await new Promise<number>((resolve, reject) => {
    const refuse = (reason: string): void => reject(new Error(`cannot start ${command}: ${reason}`));
    guard.once('error', ({ message }) => refuse(message));
    void gone.then(() => refuse('its guard process ended'));
    guard.on('message', (received) => {
      const { data: message } = guardMessage.safeParse(received);
      if (message?.kind === 'started') resolve(message.pid);
      if (message?.kind === 'failed') refuse(message.message);
      if (message?.kind === 'output')
        output[message.stream] = (output[message.stream] + message.text).slice(-OUTPUT_TAIL_CHARS);
      if (message?.kind === 'ended') ending = message.code ?? message.signal ?? ending;
    });
  });
  guard.unref();
  guard.channel?.unref();
  const ended = gone.then(() => {
    // A guard that was killed alone leaves its process behind.
    if (ending === 'SIGKILL') killIfThere(pid);
    return ending;
  });
  return {
    pid,
    output,
    ended,
    async stop() {
      guard.ref();
      if (guard.connected) guard.disconnect();
      await ended;
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
