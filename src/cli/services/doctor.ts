import type { Diagnosis, FailureCause } from '../../checks/diagnosis';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import { command } from '../command';

const help = `Checks credentials, clock, templates, social accounts and quota, callbacks, Temporal, workers and the store.
Exit code 0: nothing failed. 2: configuration. 8: a service refused. 9: Temporal. With several failures: the highest.`;

const exitCodes: Record<FailureCause, ExitCode> = {
  configuration: exitCode.badInput,
  service: exitCode.service,
  temporal: exitCode.temporalUnreachable,
};

export const doctor = command({
  help,
  examples: ['doctor'],
  run: async ({ ask, terminal }) => {
    const checks = await ask('doctor', {});
    terminal.data({ checks }, (shown) => shown.checks.map(text).join('\n'));
    process.exitCode = worst(checks);
  },
});

function worst(checks: readonly Diagnosis[]): number {
  return Math.max(exitCode.done, ...checks.map(({ cause }) => (cause === null ? 0 : exitCodes[cause])));
}

function text({ what, level, message, fix }: Diagnosis): string {
  const label = (level === 'fail' ? 'FAIL' : level).padEnd(6);
  return `${label}${what}: ${message}${fix === null ? '' : `\n      → ${fix}`}`;
}
