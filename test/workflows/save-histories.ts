/**
 * Makes the saved histories anew, all or those that are named: `npm run histories [SHAPE…]`. They stand
 * for releases that are under way at somebody's, so this is for shapes that are new or changed on purpose,
 * never for a replay that fails by accident.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release-file';
import {
  addLanguagesUpdate,
  cancelUpdate,
  confirmTermsSignal,
  confirmTermsUpdate,
  editTermsUpdate,
  markTermsUpdate,
  matchTermbaseUpdate,
  rejectTermsSignal,
  resolveUpdate,
} from '../../src/protocol/messages';
import { historyToJson } from '../support/history-json';
import { startJoblessStatus } from '../support/jobless-status';
import bringServerAndBundle from './global-setup';
import stopServer from './global-teardown';
import { ReleaseRig, type ReleaseHandle, type RigOptions } from './release-rig';
import { historyFile, shapes, type Shape } from './saved-histories';

interface Scenario {
  rig?: RigOptions;
  file?: Partial<ReleaseFile>;
  /** What is done to the release until it has ended. */
  drive: (rig: ReleaseRig, handle: ReleaseHandle) => Promise<void>;
}

const untilPublished: Partial<ReleaseFile> = {
  supplementLanguages: [],
  export: undefined,
  announce: undefined,
};
const automatic: Partial<ReleaseFile> = { ...untilPublished, terms: { confirmation: 'automatic' } };

const scenarios: Record<Shape, Scenario> = {
  happy: {
    rig: { callbacks: true },
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
    },
  },
  reviewed: {
    file: untilPublished,
    drive: async (rig, handle) => {
      const { taskId } = await rig.waitingForTerms(handle);
      const task = rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
      const [edited = '', removed = ''] = task?.terms.map(({ id }) => id) ?? [];
      const by = 'olga';
      await handle.executeUpdate(matchTermbaseUpdate, { args: [{ by }] });
      const edit = { category: 'Mentor', translations: { ja: 'ミラ' } };
      await handle.executeUpdate(editTermsUpdate, { args: [{ by, termIds: [edited], edit }] });
      await handle.executeUpdate(markTermsUpdate, {
        args: [{ by, termIds: [edited, removed], removed: true }],
      });
      await handle.executeUpdate(markTermsUpdate, { args: [{ by, termIds: [edited], removed: false }] });
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'ivan', comment: 'as in part one' }] });
    },
  },
  rejected: {
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.signal(rejectTermsSignal, { by: 'olga', reason: 'the names are wrong' });
    },
  },
  expired: {
    file: { terms: { deadline: '2s', reminders: ['1s'] } },
    drive: () => Promise.resolve(),
  },
  'parked-and-resolved': {
    file: automatic,
    rig: { sandbox: { faults: [{ on: 'work publish', do: 'fail', reason: 'no capacity' }] } },
    drive: (rig, handle) => resolveWhenParked(rig, handle, 'retry'),
  },
  'outcome-unknown': {
    file: automatic,
    rig: { sandbox: { faults: [{ on: 'POST /tasks/publish', do: 'lose-reply' }] }, worker: false },
    drive: async (rig, handle) => {
      const proxy = await startJoblessStatus(rig.sandbox.url);
      await rig.startWorker({ LOCALIZATION_BASE_URL: proxy.url });
      await resolveWhenParked(rig, handle, 'skip');
      await proxy.close();
    },
  },
  'supplemented-late': {
    file: { ...untilPublished, supplementLanguages: ['ko'] },
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['fr'] }] });
      await handle.signal(confirmTermsSignal, { by: 'olga' });
    },
  },
  partial: {
    file: {
      ...automatic,
      announce: { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
    },
    rig: { sandbox: { faults: [{ on: 'target acc_2', do: 'fail', nth: [1, 2] }] } },
    drive: async (rig, handle) => {
      await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
      await rig.reached(handle, ({ state }) => state === 'partial', 'it is left again');
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'skip' }] });
    },
  },
  cancelled: {
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.executeUpdate(cancelUpdate, { args: [{ by: 'olga', reason: 'not this week' }] });
    },
  },
};

async function resolveWhenParked(
  rig: ReleaseRig,
  handle: ReleaseHandle,
  action: 'retry' | 'skip',
): Promise<void> {
  await rig.parked(handle);
  await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action }] });
}

async function save(shape: Shape): Promise<void> {
  const { rig: options, file, drive } = scenarios[shape];
  const rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '500ms', ...options });
  try {
    // Relative to a directory of the machine that nobody else has to know.
    const exportTo = { template: 'tpl-1a2b3c4d', directory: 'out' };
    const handle = await rig.release({ name: shape, export: exportTo, ...file });
    await drive(rig, handle);
    const { state, problem } = await handle.result();
    const events = neutralEvents(historyToJson(await handle.fetchHistory()));
    await mkdir(dirname(historyFile(shape)), { recursive: true });
    await writeFile(historyFile(shape), `{"events":[\n${events.join(',\n')}\n]}\n`);
    console.log(`${shape}: ${events.length} events, ended as ${state} ${problem?.code ?? ''}`);
  } finally {
    await rig.close();
  }
}

/** One line an event, without what is this machine's alone. */
function neutralEvents(json: string): string[] {
  const { events } = JSON.parse(json, (key, value: unknown) => {
    if (key === 'identity') return 'somebody';
    if (key === 'stackTrace') return '';
    const text = key === 'data' ? Buffer.from(String(value), 'base64').toString('utf8') : String(value);
    if (text.includes(tmpdir())) throw new Error(`a history names a path of this machine: ${text}`);
    return value;
  }) as { events: unknown[] };
  return events.map((event) => JSON.stringify(event));
}

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const wanted = shapes.filter((shape) => named.includes(shape));
  await bringServerAndBundle();
  process.chdir(await mkdtemp(join(tmpdir(), 'locrelease-histories-')));
  try {
    for (const shape of wanted.length === 0 ? shapes : wanted) await save(shape);
  } finally {
    await stopServer();
  }
}

void main();
