// A process between us and a child that must never outlive us. It runs the command given as its arguments and
// holds a channel to us; once that closes, whatever closed it (stop, exit, crash, SIGKILL), it ends the command.
// Being detached, it and the command are out of the terminal's reach: Ctrl-C goes to us alone.
import { spawn } from 'node:child_process';
import type { GuardMessage } from './guarded-process';

const GRACE_MS = 5_000;

// What it writes, such as the database of a server, is for its owner alone.
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

/** With a callback, always: without one, a message that we did not live to read would crash the guard. */
function sendToGuard(message: GuardMessage, afterwards: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, afterwards);
}

function endCommand(): void {
  ending = true;
  if (child.exitCode !== null || child.signalCode !== null) endGroup();
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
}

/** What the command has started itself goes with it. The guard leads the group, so this ends the guard too. */
function endGroup(): void {
  if (process.platform === 'win32') process.exit();
  process.kill(-process.pid, 'SIGKILL');
}
