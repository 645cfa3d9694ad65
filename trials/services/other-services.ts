/** Services that reply otherwise than the usual ones, and what a release must meet for that to show at all. */
import { assumptions } from '../../src/config/assumptions';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import {
  assumptionIds,
  readingsById,
  usualReadings,
  type AssumptionId,
  type Readings,
} from '../../src/sandbox/readings/catalogue';
import { drawReadings } from '../../test/support/draw-readings';

export interface OtherService {
  /** By which it can be tried again. */
  name: string;
  readings: Partial<Readings>;
}

/**
 * The documentation calls `client_task_id` the key of a creation. A service that ignores it needs its setting, or a lost reply
 * makes a second task: it can be tried with `--only`.
 */
const drawable: Readonly<Record<string, readonly string[]>> = {
  ...readingsById,
  'client-task-id': readingsById['client-task-id'].filter((reading) => reading !== 'ignored'),
};

export function drawn(count: number, seed: string, without: readonly string[]): OtherService[] {
  const from = Object.fromEntries(Object.entries(drawable).filter(([id]) => !without.includes(id)));
  return Array.from({ length: count }, (_, index) => {
    const name = `${seed}-${index}`;
    return { name, readings: drawReadings(name, { from }) };
  });
}

/** Each other reading than the usual one, by itself. */
export function eachReading(): OtherService[] {
  return assumptionIds.flatMap((id) =>
    (drawable[id] ?? [])
      .filter((reading) => reading !== usualReadings[id])
      .map((reading) => ({ name: `${id}=${reading}`, readings: { [id]: reading } })),
  );
}

/** For any other reading than the usual one. */
const faultsFor: Partial<Record<AssumptionId, FaultRuleInput>> = {
  'client-task-id': { on: 'POST /tasks/create', do: 'lose-reply' },
  'error-carriage': { on: 'GET /tasks/status', do: 'refuse', code: 500, message: 'try again' },
  'publish-jobs': { on: 'POST /tasks/publish', do: 'lose-reply' },
  'export-timeout': { on: 'work export', do: 'fail' },
  'cursor-place': { on: 'POST /posts', do: 'lose-reply' },
  'draft-idempotency': { on: 'POST /posts', do: 'lose-reply' },
  'post-status-words': { on: 'POST /posts', do: 'lose-reply' },
  'retried-target': { on: 'target acc_1', do: 'fail' },
  'second-publish': { on: 'POST /posts/{postId}/publish', do: 'lose-reply' },
};

const failedSupplement: FaultRuleInput = { on: 'work supplement', do: 'fail', reason: 'no capacity left' };

export interface Occasion {
  profile: SandboxProfileInput;
  file: Partial<ReleaseFile>;
  strings: { string_id: string; content: string }[];
  /** Names that the termbase has before the release begins. */
  knownNames: readonly string[];
  /** Whether a person takes a term out before confirming. */
  removesTerm: boolean;
  /** How often work is made to fail, and a person may retry; nobody repeats unseen what is unknown. */
  failures: number;
}

/** More than a clamped page holds. */
const STRINGS = 60;
const NAMES = Array.from({ length: STRINGS }, (_, index) => `Keeper Number${index}`);

export function occasionFor(readings: Partial<Readings>, { isInformed = false } = {}): Occasion {
  const all: Readings = { ...usualReadings, ...readings };
  const faults = faultsOf(readings);
  const template = all['id-type'] === 'number' ? '4021' : 'tpl-1a2b3c4d';
  const isTooLarge = all['create-size-limit'] === '1mb' && !isInformed;
  const padding = isTooLarge ? ` ${'padding '.repeat(2500)}` : '';
  return {
    profile: {
      readings,
      faults,
      pace: {
        importMs: 20,
        scanMs: 40,
        termTranslateMs: 20,
        // Long enough that whoever does not wait for a supplement publishes before its end.
        stepMs: 300,
        optimizeMs: 20,
        publishMs: 40,
        termUploadMs: 20,
        targetMs: 200,
        approvalMs: 2000,
      },
      projects: [
        {
          id: 'sandbox',
          appKey: 'sandbox-app-key',
          appSecret: 'sandbox-app-secret',
          templates: [
            { id: template, name: 'game-ini', is_default: true, mode: 'single', fields: ['context'] },
          ],
        },
      ],
    },
    file: fileFor(all, template),
    strings: NAMES.map((name, index) => ({
      string_id: `line.${index}`,
      content: `Nobody knows where ${name} sleeps.${padding}`,
    })),
    knownNames: all['scan-none'] === 'skipped' ? [] : NAMES,
    removesTerm: all['term-delete-body'] !== 'id',
    failures: faults.filter((fault) => fault.do === 'fail').length,
  };
}

function fileFor(all: Readings, template: string): Partial<ReleaseFile> {
  const isPrepared = all['prepared-post-status'] !== 'draft';
  return {
    export: { template, ...(all['zip-names'] === 'code' ? {} : { mode: 'separate' }) },
    announce: isPrepared
      ? { postId: 'post_1' }
      : { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
  };
}

function faultsOf(readings: Partial<Readings>): FaultRuleInput[] {
  const faults = new Map<string, FaultRuleInput>();
  for (const id of Object.keys(readings) as AssumptionId[]) {
    const fault = faultsFor[id];
    if (fault !== undefined && readings[id] !== usualReadings[id]) faults.set(fault.on, fault);
  }
  if (readings['supplement-failure'] === 'callback-only') {
    faults.set('supplement', { ...failedSupplement, on: 'work supplement-trigger' });
  } else if (readings['supplement-failure'] === 'partial-rows' || readings['job-words'] === 'TIMED_OUT') {
    faults.set('supplement', failedSupplement);
  }
  return [...faults.values()];
}

/** What somebody who knows the service would have put under `assumptions` in the configuration file. */
const renamedFields = { strings: 'items', client_task_id: 'external_id' };

export function settingsFor(readings: Partial<Readings>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { id, setting } of assumptions) {
    const reading: string | undefined = readings[id as AssumptionId];
    if (reading === undefined || setting === undefined || reading === usualReadings[id as AssumptionId])
      continue;
    if (setting.kind === 'names') settings[id] = renamedFields;
    else if (setting.values.includes(reading)) settings[id] = reading;
  }
  return settings;
}
