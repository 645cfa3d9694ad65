import { readFile } from 'node:fs/promises';
import { parseIni } from '../support/parse-ini';
import { reopened } from '../../src/domain/release/release-languages';
import type { ReleaseRecord } from '../../src/domain/release/release-record';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { addLanguagesUpdate, resolveUpdate } from '../../src/protocol/messages';
import { refusalOf } from '../support/refusal';
import { until } from '../support/until';
import { type ReleaseHandle, ReleaseRig, type RigOptions, quickPace, reviewOnly } from './release-rig';
import { stringify } from 'yaml';
import { type CliRun, cli } from '../support/cli';
import { useScratch } from '../support/scratch';
import { itAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
const unreviewed: Partial<ReleaseFile> = { terms: { scan: false }, supplementLanguages: [] };

describe('languages that are asked for late', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
  };
  const add = (handle: ReleaseHandle, ...languages: string[]) =>
    handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages }] });
  const inStage = (handle: ReleaseHandle, name: string): Promise<ReleaseStatus> =>
    rig.reached(handle, ({ stage }) => stage === name, `it is in ${name}`);
  const effectsOf = (subject: string) =>
    rig.sandbox.journal.find({ subject }).filter(({ effect }) => effect !== null);
  const supplements = () => effectsOf('supplement completed').map(({ effect }) => effect);
  const started = (subject: string) => until(subject, () => effectsOf(subject).length > 0);

  async function exportedIn({ files }: ReleaseRecord, language: string): Promise<string | undefined> {
    const [file] = files;
    const text = await readFile(file?.path ?? '', 'utf8');
    const { translations } = parseIni(text, { escape: 'no-escape', languages: file?.languages ?? [] });
    return translations.get(language)?.get('greeting');
  }
  async function expectReleasedOnce(record: ReleaseRecord, languages: string[]): Promise<void> {
    expect([record.state, record.languages, record.lateLanguages]).toEqual(['done', languages, []]);
    for (const language of languages) expect(await exportedIn(record, language)).toContain(`⟦${language}⟧`);
    expect(effectsOf('POST /tasks/create')).toHaveLength(1);
    expect(effectsOf('POST /posts')).toHaveLength(1);
    for (const account of ['acc_1', 'acc_2']) expect(effectsOf(`publish ${account}`)).toHaveLength(1);
  }

  it('join those of the release file where these have still to come, each once, and only languages', async () => {
    await start();
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    expect(await refusalOf(add(handle, 'fr', 'Klingon!'))).toMatch(/languages\.1: must be a language code/);
    expect(await refusalOf(add(handle))).toContain('languages');
    expect(await add(handle, 'ja', 'ko')).toEqual({ added: [] });
    expect((await rig.status(handle)).decisions).toEqual([]);
    expect(await add(handle, 'fr', 'fr', 'ja')).toEqual({ added: ['fr'] });
    expect(await add(handle, 'fr')).toEqual({ added: [] });
    await handle.signal('confirmTerms');
    const record = await handle.result();
    await expectReleasedOnce(record, ['zh-cn', 'ja', 'ko', 'fr']);
    expect(supplements()).toEqual(['ko, fr']);
    expect(effectsOf('POST /tasks/publish')).toHaveLength(1);
    expect(record.decisions[0]).toMatchObject({ by: 'olga', what: 'add languages fr', why: null });
  });

  itAtNight('wait for the supplement that is under way, and get one of their own', async () => {
    await start({ sandbox: { pace: { ...quickPace, stepMs: DAY_MS / 24 } } });
    const handle = await rig.release({ ...unreviewed, supplementLanguages: ['ko'] });
    await inStage(handle, 'translate');
    rig.sandbox.clock.advance(DAY_MS);
    await inStage(handle, 'supplement');
    await started('POST /tasks/supplement-translate');
    await add(handle, 'fr');
    rig.sandbox.clock.advance(DAY_MS);
    await until('the second supplement', () => effectsOf('POST /tasks/supplement-translate').length === 2);
    rig.sandbox.clock.advance(DAY_MS);
    await expectReleasedOnce(await handle.result(), ['zh-cn', 'ja', 'ko', 'fr']);
    expect(supplements()).toEqual(['ko', 'fr']);
    expect(effectsOf('POST /tasks/publish')).toHaveLength(1);
  });

  it('are published and exported once more where they come during the publish', async () => {
    await start({ sandbox: { pace: { ...quickPace, publishMs: DAY_MS } } });
    const handle = await rig.release(unreviewed);
    await inStage(handle, 'publish');
    await started('POST /tasks/publish');
    await add(handle, 'fr');
    rig.sandbox.clock.advance(DAY_MS);
    await until('the second publish', () => effectsOf('POST /tasks/publish').length === 2);
    rig.sandbox.clock.advance(DAY_MS);
    await expectReleasedOnce(await handle.result(), ['zh-cn', 'ja', 'fr']);
    expect(supplements()).toEqual(['fr']);
  });

  it('are released without a second announcement where they come during the first', async () => {
    await start({ sandbox: { pace: { ...quickPace, targetMs: DAY_MS } } });
    const handle = await rig.release(unreviewed);
    await inStage(handle, 'announce');
    await started('POST /posts/{postId}/publish');
    await add(handle, 'fr');
    rig.sandbox.clock.advance(2 * DAY_MS);
    await expectReleasedOnce(await handle.result(), ['zh-cn', 'ja', 'fr']);
    expect(effectsOf('POST /tasks/publish')).toHaveLength(2);
  });

  itAtNight('are taken while the announcement is partial, which it is still afterwards', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
    const handle = await rig.release(unreviewed);
    await rig.reached(handle, ({ state }) => state === 'partial', 'it is partial');
    await add(handle, 'fr');
    const after = await rig.reached(
      handle,
      ({ state, languages }) => state === 'partial' && languages.includes('fr'),
      'it is partial again, with the language',
    );
    expect(after.problem?.code).toBe('announcement_partial');
    expect(effectsOf('publish acc_2')).toEqual([]);
    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
    await expectReleasedOnce(await handle.result(), ['zh-cn', 'ja', 'fr']);
  });

  itAtNight('are kept while the release is parked, also where somebody skips those before them', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'work supplement', do: 'fail' });
    const handle = await rig.release({ ...unreviewed, supplementLanguages: ['ko'] });
    expect((await rig.parked(handle)).stage).toBe('supplement');
    await add(handle, 'fr');
    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'skip' }] });
    await expectReleasedOnce(await handle.result(), ['zh-cn', 'ja', 'fr']);
    expect(supplements()).toEqual(['fr']);
  });

  itAtNight('park the release where the service does not know them, and it can go on without', async () => {
    await start();
    const handle = await rig.release({ ...unreviewed, terms: {}, announce: undefined });
    await rig.waitingForTerms(handle);
    await add(handle, 'xx');
    await handle.signal('confirmTerms');
    const { stage, problem } = await rig.parked(handle);
    expect([stage, problem?.code]).toEqual(['supplement', '400']);
    expect(problem?.message).toContain('xx');
    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'skip' }] });
    expect(await handle.result()).toMatchObject({ state: 'done', languages: ['zh-cn', 'ja'] });
  });

  it('let a release that has ended go on with the same task, and nothing else is done again', async () => {
    await start();
    const input = await rig.input(unreviewed);
    const first = await (await rig.startRelease(input)).result();
    const seen = rig.sandbox.journal.find().length;
    const again = await rig.startRelease(
      input,
      reopened(first, { languages: ['ko'], by: 'olga', at: new Date().toISOString() }),
    );
    const record = await again.result();
    await expectReleasedOnce(record, ['zh-cn', 'ja', 'ko']);
    expect([record.taskId, record.firstRunId]).toEqual([first.taskId, first.firstRunId]);
    expect(supplements()).toEqual(['ko']);
    expect(record.decisions).toMatchObject([{ by: 'olga', what: 'add languages ko' }]);
    const effects = rig.sandbox.journal
      .find({ kind: 'request' }, seen)
      .flatMap(({ subject, effect }) => (effect === null ? [] : [subject]));
    expect(effects).toEqual(['POST /tasks/supplement-translate', 'POST /tasks/publish', 'POST /export/ini']);
  });
});

/** Languages that strings have in the project, and a later release of them lacks. */
describe('languages that a later release lacks', () => {
  const scratch = useScratch();
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const unannounced: Partial<ReleaseFile> = { ...reviewOnly, publish: true, terms: { scan: false } };
  const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }];
  const run = (...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });

  it('stop a release where a publish takes them away, until it may: also those of one that has not ended', async () => {
    rig = await ReleaseRig.start({ config: { assumptions: { 'publish-languages': 'replace' } } });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const announce = { accounts: ['acc_1'], text: 'Out.', at };
    const open = await rig.release(
      { ...unannounced, name: 'game-1', targetLanguages: ['ja', 'ko'], announce },
      strings,
    );
    await rig.reached(open, ({ stage }) => stage === 'announce', 'it has published');

    await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
    const source = { file: 'strings.json' };
    const file = await scratch.write(
      'release.yaml',
      stringify({
        name: 'game-2',
        project: rig.project,
        source,
        targetLanguages: ['ja'],
        terms: { scan: false },
      }),
    );
    const refused = await run('start', file);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      `This release would lose ko, which ${rig.project}/game-1 has published.`,
    );

    expect((await run('start', file, '--no-check')).code).toBe(0);
    const id = `${rig.project}/game-2`;
    const parked = (await run('wait', id, '--timeout', '60s', '-o', 'json')).json() as ReleaseStatus;
    expect(parked).toMatchObject({ state: 'parked', taskId: null, problem: { code: 'preflight' } });
    expect(parked.problem?.message).toContain('This release would lose ko');

    const started = await run('start', file, '--lose-languages', '--wait', '--timeout', '60s');
    expect(started.stderr).toContain('It replaced one in which nothing had been paid for.');
    expect(started.code).toBe(0);
    expect(rig.sandbox.localization.projectStrings('sandbox').strings).toMatchObject([
      { string_id: 'greeting', translations: { ja: expect.any(String) as string } },
    ]);
    await run('cancel', `${rig.project}/game-1`);
  });

  itAtNight('are warned of where it is not known what a publish does', async () => {
    rig = await ReleaseRig.start();
    const more = await rig.release({ ...unannounced, targetLanguages: ['ja', 'ko'] }, strings);
    expect((await more.result()).state).toBe('done');
    const { state, warnings } = await (
      await rig.release({ ...unannounced, targetLanguages: ['ja'] }, strings)
    ).result();
    expect(state).toBe('done');
    expect(warnings).toEqual([expect.stringContaining('This release may lose ko, which') as string]);
  });
});
