// A process between us and a child that must never outlive us. It runs the command in its arguments and holds a channel
// to us; once that closes, for any reason (stop, exit, crash, SIGKILL), it ends the command. It is detached, so that a
// Ctrl-C in the terminal reaches neither it nor the command.
import { spawn } from 'node:child_process';
import type { GuardMessage } from './guarded-process';

const GRACE_MS = 5_000;

// The command's files, such as the database of a server, are for their owner alone.
process.umask(0o077);

const [command = '', ...commandArguments] = process.argv.slice(2);
const child = spawn(command, commandArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
let ending = false;

child.once('spawn', () => {
  if (child.pid !== undefined) sendToGuard({ kind: 'started', pid: child.pid });
});
child.once('error', ({ message }) => {
  sendToGuard({ kind: 'failed', message });
});
for (const stream of ['stdout', 'stderr'] as const) {
  child[stream].setEncoding('utf8').on('data', (text: string) => {
    sendToGuard({ kind: 'output', stream, text });
  });
}
child.once('exit', () => {
  if (ending) endGroup();
});
child.once('close', (code, signal) => {
  if (!ending) sendToGuard({ kind: 'ended', code, signal }, () => process.exit());
});

process.once('disconnect', endCommand);
process.once('SIGTERM', endCommand);
process.once('SIGINT', endCommand);

/** The callback is always given: without one, a failed send would crash the guard. */
function sendToGuard(message: GuardMessage, afterwards: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, afterwards);
}

function endCommand(): void {
  ending = true;
  if (child.exitCode !== null || child.signalCode !== null) endGroup();
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
}

/** Ends the command's own children too. The guard leads the process group, so this ends the guard as well. */
function endGroup(): void {
  if (process.platform === 'win32') process.exit();
  process.kill(-process.pid, 'SIGKILL');
}
