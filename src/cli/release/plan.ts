import { dirname, resolve } from 'node:path';
import type { ReleasePlan } from '../../protocol/draft-api';
import {
  defaultStartRequest,
  readRequestedRelease,
  type RequestedRelease,
  type SentRelease,
  type StartRequest,
} from '../../client/plans/prepare-release';
import { savePlan } from '../../client/plans/saved-plan';
import { exitCode } from '../../domain/exit-code';
import type { Backend } from '../../operations/backend';
import { StoreError } from '../../store/store-error';
import { UnwrittenStore, type StoreReader, type StoreWriter } from '../../store/unwritten-store';
import { TemporalUnreachable } from '../../temporal/errors';
import { command, type At } from '../command';
import { allowUnlistedOption, flag, text } from '../command-options';
import { githubOption, reportPlanToGithub } from './github';
import { planText } from './plan-text';
import type { Terminal } from '../terminal/terminal';

const help = `Reads the file, its source and both services. Changes nothing and needs no Temporal: "locrelease start --dry-run" also looks
there. Refuses what "locrelease start" would refuse.
Exit code 0: ready. 2: the file is wrong, or something must be fixed first. 3: over its budget. 8: a service refused, or
did not answer.`;

export const plan = command({
  options: {
    calls: flag('Show the calls of each stage, by endpoint, and how many there may be.'),
    allowUnlisted: allowUnlistedOption,
    save: text('<file>', 'Save the plan, to be started as it is with "locrelease start".'),
    github: githubOption,
  },
  help,
  examples: ['plan release.yaml', 'plan release.yaml --save plan.json && locrelease start plan.json'],
  run: async ({ backend, ask, terminal }, { calls, allowUnlisted = false, save }, file: string) => {
    const startRequest = { ...defaultStartRequest, allowUnlisted };
    const { requested, judged, store } = await readJudged(backend, file, startRequest);
    const plan = await ask('plan', { ...judged, announceAgain: false, demandsAnswers: true });
    showPlan(plan, terminal, calls);
    if (save === undefined) return;
    if (plan.ready) await savePlan(save, requested, store);
    terminal.info(
      plan.ready ? `Saved. Start it as it is with: locrelease start ${save}` : 'Not saved: it is not ready.',
    );
  },
});

/**
 * The plan of what `start` would do and refuse; it writes nothing. Without Temporal, only the records can show whether
 * the release exists.
 */
export async function dryRun(
  { backend, ask, terminal }: At,
  file: string,
  startRequest: StartRequest,
  announceAgain: boolean,
): Promise<void> {
  const { judged } = await readJudged(backend, file, startRequest);
  const plan = await ask('dryRun', { ...judged, announceAgain }).catch(async (error: unknown) => {
    if (!(error instanceof TemporalUnreachable)) throw error;
    const known = await ask('plan', { ...judged, announceAgain, demandsAnswers: false });
    const why = `Whether there is such a release already was not checked: ${error.message}`;
    return { ...known, unchecked: [why, ...known.unchecked] };
  });
  showPlan(plan, terminal);
}

function showPlan(plan: ReleasePlan, terminal: Terminal, calls = false): void {
  terminal.data(plan, (shown) => planText(shown, calls));
  reportPlanToGithub(plan, terminal);
  // As `start` would refuse it.
  const refused = plan.findings.length > 0 ? exitCode.badInput : exitCode.gate;
  process.exitCode = plan.ready ? exitCode.done : refused;
}

/** The release and its strings are read into memory only, so that nothing is stored. */
async function readJudged(backend: Backend, file: string, startRequest: StartRequest) {
  const store = new UnwrittenStore({
    get: (sha256) => Promise.reject(new StoreError('absent', `Content ${sha256} was not found.`)),
  });
  const requested = await readReleaseToSend(backend, store, file, startRequest);
  const { release, files, doubts } = requested;
  return { requested, judged: { release, files, doubts: [...doubts], contents: store.texts() }, store };
}

interface ReleaseToSend extends RequestedRelease {
  release: SentRelease;
}

/** Its strings are written to the given store. */
export async function readReleaseToSend(
  { rules, sharesFiles }: Pick<Backend, 'rules' | 'sharesFiles'>,
  store: StoreReader & StoreWriter,
  given: string,
  startRequest = defaultStartRequest,
): Promise<ReleaseToSend> {
  const requested = await readRequestedRelease(given, {
    config: rules(),
    store,
    startedBy: null,
    startRequest,
  });
  const { file, text, input } = requested;
  const directory = sharesFiles ? dirname(resolve(file)) : null;
  const source = input.source.kind === 'snapshot' ? input.source : null;
  return { ...requested, release: { file, text, directory, source, ...startRequest } };
}
