/** What commands ask a person, at a terminal of their own: a "yes" is done, and nothing else is. */
import { atTerminal, CTRL_C, CTRL_D, ENTER, hasTerminals, type Sat } from '../support/at-terminal';
import { builtModule } from '../support/built-sources';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseRig } from './release-rig';
import { drawn } from '../support/nightly';
import { upsertTerm } from '../../src/sandbox/localization/project-state';

const describeThere = hasTerminals ? describe : describe.skip;

describeThere('at a terminal', () => {
  let rig: ReleaseRig;
  let id: string;
  let handle: Awaited<ReturnType<ReleaseRig['release']>>;
  let taskId: string | null;
  beforeAll(async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
    handle = await rig.release({ publish: false, export: undefined, announce: undefined });
    ({ taskId } = await rig.waitingForTerms(handle));
    id = handle.workflowId.replace(/^release\//, '');
  });
  afterAll(() => rig.close());

  const run = (words: readonly string[], ...typed: (readonly [string, string])[]): Promise<Sat> =>
    atTerminal([process.execPath, builtModule('src/cli/main'), ...words], {
      env: {
        PATH: process.env.PATH ?? '',
        LOCRELEASE_ANSWER_TIMEOUT: '30s',
        ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      },
      typed,
    });
  const termsLeft = (): string[] =>
    rig.sandbox.localization
      .project('sandbox')
      .tasks.get(taskId ?? '')
      ?.terms.map(({ term }) => term) ?? [];
  const marked = async (): Promise<number> => {
    const { shown } = await run(['terms', 'list', id, '-o', 'json']);
    const { terms } = JSON.parse(shown) as { terms: { removed: unknown }[] };
    return terms.filter(({ removed }) => removed !== null).length;
  };

  it('terms delete asks nothing: it marks, and says how to bring the term back', async () => {
    const { shown, code } = await run(['terms', 'delete', id, 'Elder Mira']);
    expect(code).toBe(0);
    expect(shown).toContain('1 of 2 terms will be deleted at the confirmation.');
    expect(shown).toContain('locrelease terms restore');
    expect(termsLeft()).toContain('Elder Mira');
    expect(await marked()).toBe(1);
    expect((await run(['terms', 'restore', id, 'Elder Mira'])).code).toBe(0);
  });

  it.each(drawn([ENTER, `n${ENTER}`, `no${ENTER}`, `yess${ENTER}`, CTRL_C, CTRL_D], 1, 1))(
    'terms confirm shows what it would do, and does nothing after %j',
    async (keys) => {
      const { shown, code } = await run(['terms', 'confirm', id], ['Confirm 2 terms? [y/N] ', keys]);
      expect(shown).toContain('2 terms: 2 kept, 0 edited, 0 to be deleted.');
      expect(shown).toMatch(/Nothing was (confirmed|done)\./);
      expect(code).toBe(2);
      expect((await rig.status(handle)).waitingFor?.kind).toBe('terms');
    },
  );

  it('termbase upload shows what it would change, and changes nothing after a no', async () => {
    const file = join(rig.directory, 'termbase.csv');
    await writeFile(file, 'term,source_language\nMoonstone,en\n');
    const upload = ['termbase', 'upload', file, '--project', rig.project];
    const { shown, code } = await run(upload, ['Upload 1 term? [y/N] ', `n${ENTER}`]);
    expect(shown).toContain('1 term new, ');
    expect(shown).toContain('Nothing was uploaded.');
    expect(code).toBe(2);
    expect(rig.sandbox.localization.project('sandbox').termbase.size).toBe(0);
  });

  it('what nothing brings back is not deleted after a no', async () => {
    const { localization, clock } = rig.sandbox;
    upsertTerm(localization.project('sandbox'), { content: 'Moonstone', source_language: 'en' }, clock.iso());
    for (const words of [
      ['terms', 'delete', id, 'Elder Mira', '--now'],
      ['termbase', 'delete', 'Moonstone', '--project', rig.project],
      ['service', 'templates', 'delete', 'no-such-id', '--project', rig.project],
    ]) {
      const { shown, code } = await run(words, ['[y/N] ', `n${ENTER}`]);
      expect(shown).toContain('Nothing was deleted.');
      expect(code).toBe(2);
    }
    expect(termsLeft()).toContain('Elder Mira');
    expect(localization.project('sandbox').termbase.size).toBe(1);
  });

  it('terms apply changes nothing at Ctrl-C', async () => {
    const file = join(rig.directory, 'decisions.csv');
    await writeFile(file, 'decision,term\ndelete,Elder Mira\n');
    const { shown, code } = await run(['terms', 'apply', id, file], ['[y/N] ', CTRL_C]);
    expect(shown).toContain('Change 1 term?');
    expect(code).toBe(2);
    expect(await marked()).toBe(0);
  });

  it('watch ends at its timeout with exit code 4, and the release goes on', async () => {
    const { shown, code } = await run(['watch', id, '--timeout', '1s']);
    expect(code).toBe(4);
    expect(shown).toContain('Timeout: the release has not ended yet, and continues.');
  });

  it('watch draws the release on a screen of its own, and gives it back at Ctrl-C', async () => {
    const { shown } = await run(['watch', id], ['terms confirm', CTRL_C]);
    const [drawn = '', after = ''] = shown.split('\u001b[?1049l');
    expect(drawn).toContain('\u001b[?1049h');
    expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
    expect(after).toContain(id);
  });

  it('terms confirm confirms after a yes', async () => {
    const { shown, code } = await run(['terms', 'confirm', id], ['[y/N] ', `YES${ENTER}`]);
    expect(code).toBe(0);
    expect(shown).toContain(`The terms of ${id} are confirmed.`);
  });
});

describeThere('standard output that cannot be written', () => {
  it('is told in a sentence, without a stack', async () => {
    const command = `exec ${process.execPath} ${builtModule('src/cli/main')} --version > /dev/full`;
    const { shown, code } = await atTerminal(['sh', '-c', command], { env: { PATH: process.env.PATH } });
    expect(shown).toMatch(/^locrelease: Cannot write to standard output: ENOSPC: no space left on device/);
    expect(shown.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });
});
