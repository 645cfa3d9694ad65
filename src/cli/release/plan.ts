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
import { sourceBranch } from '../../source/source-branch';
import { command, type At } from '../command';
import { allowUnlistedOption, asOption, flag, text, timeoutOption, unless } from '../command-options';
import { githubOption, reportPlanToGithub, reportToGithub } from './github';
import { planText } from './plan-text';
import { report } from './status-text';
import { waitForRelease } from './watch';
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

const outcomes = {
  started: 'started.',
  replaced: 'started with the corrected file. It replaced one in which nothing had been paid for.',
  attached: 'is already running. Attached to it.',
  ended: 'has already ended.',
};

export const start = command({
  options: {
    dryRun: flag('Show what it would do and refuse, as "locrelease plan" does. Writes nothing.'),
    wait: flag('Wait until the release has ended, is parked or is partial.'),
    timeout: timeoutOption(),
    check: unless('Start without the checks that "locrelease plan" makes.'),
    announce: unless('Release without the announcement that the file asks for.'),
    announceAgain: flag('Announce although an earlier run of this release was announced.'),
    loseLanguages: flag('Publish although strings lose languages that they have in the project.'),
    allowUnlisted: allowUnlistedOption,
    github: githubOption,
    as: asOption,
  },
  kept: 'Nothing was started.',
  help: 'The file is a release file, or a plan that "locrelease plan --save" wrote.',
  examples: ['start release.yaml --wait --timeout 2h'],
  run: async (at, options, file: string) => {
    const { backend, ask, terminal } = at;
    const { announce, loseLanguages = false, allowUnlisted = false, announceAgain = false } = options;
    const overrides = { announce, loseLanguages, allowUnlisted };
    if (options.dryRun) return dryRun(at, file, overrides, announceAgain);
    const { release, doubts } = await readReleaseToSend(backend, backend.contents, file, overrides);
    doubts.forEach(terminal.warn);
    const branch = await sourceBranch(release.file, process.env);
    const { id, outcome, notes } = await ask('start', {
      ...{ release, check: options.check, announceAgain },
      ...(branch !== null && { branch }),
    });
    notes.forEach(terminal.warn);
    const link = backend.linkOf(id);
    terminal.info(`Release ${id} ${outcomes[outcome]}`);
    terminal.info(`See it at: ${link}`);
    if (outcome !== 'ended') terminal.info(`Watch it with: locrelease watch ${id}`);
    if (options.wait) {
      await waitForRelease(at, { id, timeoutMs: options.timeout, isLive: true });
      return;
    }
    if (options.timeout !== undefined) terminal.info('Not waiting: --timeout has no effect without --wait.');
    const status = await ask('status', { id });
    report(terminal, status, link, true);
    reportToGithub(status, terminal);
    process.exitCode = exitCode.done;
  },
});

/**
 * The plan of what `start` would do and refuse; it writes nothing. Without Temporal, only the records can show whether
 * the release exists.
 */
async function dryRun(
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
