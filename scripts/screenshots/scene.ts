/** Releases at every point of their way, for the console to show. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { EmbeddedSet } from '../../src/embedded/embedded-set';
import { LocalizationClient } from '../../src/localization/localization-client';
import { Secret } from '../../src/http/secret';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { releaseSpec, type ReleaseFile } from '../../src/domain/release/release-file';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { ScheduleClient } from '../../src/client/schedules/schedule-client';
import { applySchedules } from '../../src/client/schedules/apply-schedules';
import { startRelease } from '../../src/client/releases/start-release';
import { readScheduleFile } from '../../src/source/read-schedule-file';
import type { ContentStore } from '../../src/store/content-store';
import { openStore } from '../../src/store/open-store';
import { putSnapshot } from '../../src/store/source-snapshot';
import { readSheet } from '../../src/store/stored-term-sheet';
import { until } from '../../test/support/until';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { gameStrings, gameTerms } from './game';
import { keepPast } from './past';
import {
  confirmTermsUpdate,
  editTermsUpdate,
  markTermsUpdate,
  matchTermbaseUpdate,
  refreshTermsUpdate,
} from '../../src/protocol/messages';

const PROJECT = 'default';
/** A step of a translation that ends only when the sandbox's time is moved on. */
export const STEP_MS = 3_600_000;

/** With terms of its own: what the termbase has is found by no later scan. */
const chapter2 = ['Old Keeper', 'Silver Gate', 'River Queen'].map((term, index) => ({
  string_id: `chapter2.line.${index + 1}`,
  content: `Nobody has seen ${term} since the long winter.`,
}));

export class Scene {
  readonly #releases: ReleaseClient;
  readonly #store: ContentStore;

  constructor(
    private readonly set: EmbeddedSet,
    private readonly directory: string,
  ) {
    this.#releases = new ReleaseClient(set.client);
    this.#store = openStore(set.config.store);
  }

  /** The one that runs comes last: time moves on for all of them. */
  async arrange(): Promise<void> {
    await keepPast(this.set.config);
    await this.#ended('2.2.0-hotfix');
    await this.#ended('2.3.0-summer');
    await this.#confirmed('2.3.0-chapter-2');
    await this.#partial('2.3.1-events');
    await this.#parked('2.3.1-store-page');
    await this.#reviewed('2.4.0-chapter-3');
    await this.#running('2.4.0-tutorial');
    await this.#schedules();
  }

  async #ended(name: string): Promise<void> {
    await this.#start(name, { terms: { scan: false } });
    await this.#until(name, ({ state }) => state === 'done');
  }

  /** The termbase has an entry with other values for one of its terms. */
  async #confirmed(name: string): Promise<void> {
    const keeper = { content: 'Old Keeper', source_language: 'en', category: 'Villain' };
    const old = { ...keeper, translations: { ja: '番人' } };
    await this.#start(name, { announce: undefined }, chapter2);
    await this.#until(name, ({ waitingFor }) => waitingFor?.kind === 'terms');
    upsertTerm(this.set.sandbox.localization.project('sandbox'), old, new Date().toISOString());
    const id = `${PROJECT}/${name}`;
    await this.#releases.executeUpdate(id, matchTermbaseUpdate, { by: 'olga' });
    await this.#releases.executeUpdate(id, confirmTermsUpdate, { by: 'olga' });
    await this.#until(name, ({ state }) => state === 'done');
  }

  async #partial(name: string): Promise<void> {
    const reason = 'Your session has expired. Sign in again to continue.';
    this.set.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'token_expired', reason });
    await this.#start(name, { terms: { scan: false } });
    await this.#until(name, ({ state }) => state === 'partial');
  }

  async #parked(name: string): Promise<void> {
    const reason = 'the project level is locked by another publish of "store-page"';
    this.set.sandbox.faults.add({ on: 'work publish', do: 'fail', reason });
    await this.#start(name, { terms: { scan: false } });
    await this.#until(name, ({ state }) => state === 'parked');
  }

  async #reviewed(name: string): Promise<void> {
    await this.#start(name);
    const { taskId, terms } = await this.#until(name, ({ waitingFor }) => waitingFor?.kind === 'terms');
    const sheet = terms === null ? [] : await readSheet(this.#store, terms);
    const idOf = (term: string): string => sheet.find((found) => found.term === term)?.id ?? '';
    const service = new LocalizationClient({
      baseUrl: this.set.sandbox.url,
      appKey: 'sandbox-app-key',
      appSecret: new Secret('sandbox-app-secret'),
    });
    for (const { term, translations } of gameTerms) {
      await service.updateTaskTerm({ task_id: taskId ?? '', id: idOf(term), translations });
    }
    await service.close();
    const id = `${PROJECT}/${name}`;
    await this.#releases.executeUpdate(id, refreshTermsUpdate, { by: 'olga' });
    const category = { category: 'Mentor' };
    await this.#releases.executeUpdate(id, editTermsUpdate, {
      by: 'olga',
      termIds: [idOf('Elder Mira')],
      edit: category,
    });
    await this.#releases.executeUpdate(id, markTermsUpdate, {
      by: 'ivan',
      termIds: [idOf('Frost Shield')],
      removed: true,
    });
  }

  async #running(name: string): Promise<void> {
    await this.#start(name, { terms: { scan: false } });
    await this.#reached(name, ({ progress }) => progress !== null);
    this.set.sandbox.clock.advance(3.6 * STEP_MS);
    await this.#reached(name, ({ progress }) => progress?.stepIndex === 4 && progress.rowsDone > 0);
  }

  async #schedules(): Promise<void> {
    const folder = join(this.directory, 'nights');
    await mkdir(folder);
    const release = {
      source: { file: 'strings.json' },
      targetLanguages: ['ja', 'ar'],
      terms: { scan: false },
    };
    await writeFile(join(folder, 'strings.json'), JSON.stringify(gameStrings));
    for (const name of ['nightly', 'weekly']) {
      await writeFile(join(folder, `${name}.yaml`), stringify({ name, ...release }));
    }
    const schedules = [
      {
        id: 'nightly',
        timeZone: 'Europe/Paris',
        release: 'nightly.yaml',
        cron: '30 2 * * *',
        freeze: [{ from: dayAfter(4), to: dayAfter(6), reason: 'store review' }],
      },
      { id: 'weekly', timeZone: 'Asia/Tokyo', release: 'weekly.yaml', cron: '0 9 * * mon' },
    ];
    await writeFile(join(folder, 'schedules.yaml'), stringify({ schedules }));
    await applySchedules(this.set.client, await readScheduleFile(join(folder, 'schedules.yaml')), {
      taskQueue: this.set.config.taskQueue,
      by: 'olga',
    });
    await new ScheduleClient(this.set.client).trigger(`${PROJECT}/nightly`, { by: 'olga' });
    const reason = 'texts are frozen for the store review';
    await new ScheduleClient(this.set.client).pause(`${PROJECT}/weekly`, { by: 'olga', reason });
  }

  async #start(name: string, more: Partial<ReleaseFile> = {}, strings = gameStrings): Promise<void> {
    const spec = releaseSpec.parse({
      name,
      source: { file: 'strings.json' },
      targetLanguages: ['ja', 'ar'],
      export: { template: 'tpl-1a2b3c4d', directory: join(this.directory, 'out', name) },
      announce: { accounts: ['acc_1', 'acc_2'], text: 'Starfall {name} is out, in {languages}.' },
      ...more,
    });
    const source = { kind: 'snapshot' as const, ...(await putSnapshot(this.#store, strings)) };
    const input = { spec, source, startedBy: 'olga', branch: 'release/2.4' };
    await startRelease(this.set.client, { input, taskQueue: this.set.config.taskQueue, store: this.#store });
  }

  /** Lets the sandbox's time pass until it is so. */
  #until(name: string, wanted: (status: ReleaseStatus) => boolean): Promise<ReleaseStatus> {
    return this.#reached(name, (status) => {
      if (wanted(status)) return true;
      this.set.sandbox.clock.advance(STEP_MS);
      return false;
    });
  }

  async #reached(name: string, wanted: (status: ReleaseStatus) => boolean): Promise<ReleaseStatus> {
    let status = await this.#releases.status(`${PROJECT}/${name}`);
    await until(`${name} is as wanted`, async () => {
      status = await this.#releases.status(`${PROJECT}/${name}`);
      return wanted(status);
    });
    return status;
  }
}

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
