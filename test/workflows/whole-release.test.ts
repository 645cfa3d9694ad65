import { readFile } from 'node:fs/promises';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { parseIni } from '../support/parse-ini';
import { ReleaseRig } from './release-rig';

describe('a whole release', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  it('with callbacks goes from the task to the announcement, once each', async () => {
    rig = await ReleaseRig.start();
    const handle = await rig.release();
    const waiting = await rig.waitingForTerms(handle);
    expect(waiting.terms?.total).toBeGreaterThan(0);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    const record = await handle.result();

    const status = await rig.status(handle);
    expect(status.problem).toBeNull();
    expect(record.state).toBe('done');
    expect(status.stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
    expect(status.languages).toEqual(['zh-cn', 'ja', 'ko']);
    expect(status.announcement?.targets.map(({ status: s }) => s)).toEqual(['published', 'published']);

    const [file] = status.export?.files ?? [];
    const text = await readFile(file?.path ?? '', 'utf8');
    const { translations } = parseIni(text, { escape: 'no-escape', languages: ['zh-cn', 'ja', 'ko'] });
    const published = rig.sandbox.localization.projectStrings('sandbox');
    expect(JSON.stringify(published)).toContain(translations.get('ja')?.get('greeting'));

    const journal = rig.sandbox.journal;
    const effects = journal.find({ kind: 'request' }).filter(({ effect }) => effect !== null);
    expect(effects.map(({ subject }) => subject)).toEqual([
      'POST /tasks/create',
      'POST /tasks/confirm-terms',
      'POST /tasks/supplement-translate',
      'POST /tasks/publish',
      'POST /export/ini',
      'POST /posts',
      'POST /posts/{postId}/publish',
    ]);
  });
});
