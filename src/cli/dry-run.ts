/** What `start` would do and refuse, with nothing written: neither to Temporal nor to the store nor to a service. */
import type { ReleasePlan } from '../client/plan-release';
import type { Ask } from '../operations/backend';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { readJudged, showPlan, type Judged } from './plan';
import type { Terminal } from './terminal';
import { withBackend } from './with-backend';

interface DryRunOptions {
  announce: boolean;
  announceAgain?: boolean;
  loseLanguages?: boolean;
  allowUnlisted?: boolean;
}

export async function dryRun(
  file: string,
  { announce, announceAgain = false, loseLanguages = false, allowUnlisted = false }: DryRunOptions,
  terminal: Terminal,
): Promise<void> {
  await withBackend(async (backend) => {
    const { judged } = await readJudged(backend, file, { announce, loseLanguages, allowUnlisted });
    const plan = await planned(backend.ask, { ...judged, announceAgain });
    showPlan(plan, terminal);
  });
}

/** Without Temporal, the records alone tell whether there is such a release. */
async function planned(ask: Ask, said: Judged & { announceAgain: boolean }): Promise<ReleasePlan> {
  try {
    return await ask('dryRun', said);
  } catch (error) {
    if (!(error instanceof TemporalUnreachable)) throw error;
    const plan = await ask('plan', { ...said, demandsAnswers: false });
    const why = `Whether there is such a release already was not checked: ${error.message}`;
    return { ...plan, unchecked: [why, ...plan.unchecked] };
  }
}
