/** A release as a user drives it, the exit codes, and what is said to mistakes: the same wherever commands are typed. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAction, type ActionRun } from '../support/action-runner';
import { parseIni } from '../support/parse-ini';
import { writeTool } from '../support/write-tool';
import { CLI, type Ran } from './command-line';
import type { Product } from './product';

interface Term {
  id: string;
  term: string;
}

/**
 * One product for all cases, and for those of the file that it is called in, which it answers how to get. Where it is not
 * `whole`, only what the way itself may break: a release by hand, and, where commands go through it, that a worker is missing.
 */
export function describeCommands(
  start: () => Promise<Product>,
  { whole, worker = true }: { whole: boolean; worker?: boolean },
): () => Product {
  const itWhole = whole ? it : it.skip;
  const itWorker = worker ? it : it.skip;
  let product: Product;
  beforeAll(async () => {
    product = await start();
  });
  afterAll(() => product.close());

  describe('a release by hand', () => {
    it('goes from start to files and announcement as a user drives it', async () => {
      const file = await product.releaseFile('game-1');
      const started = await product.run(['start', file]);
      expect(started).toMatchObject({ code: 0 });
      expect(started.stderr).toContain('locrelease watch default/game-1');

      await product.waitingForTerms('game-1');
      const { terms } = (await product.json(['terms', 'list', 'game-1'])) as { terms: Term[] };
      const mira = terms.find(({ term }) => term === 'Elder Mira');
      const keep = terms.find(({ term }) => term === 'Crystal Keep');
      const edit = [
        'terms',
        'edit',
        'game-1',
        mira?.id ?? '',
        '--translation',
        'ja=長老ミラ',
        '--category',
        'Character',
      ];
      expect(await product.run(edit)).toMatchObject({ code: 0 });
      expect(await product.run(['terms', 'delete', 'game-1', keep?.id ?? ''])).toMatchObject({ code: 0 });
      const watched = product.run(['watch', 'game-1']);
      expect(await product.run(['terms', 'confirm', 'game-1', '--as', 'olga'])).toMatchObject({ code: 0 });

      const waited = await product.run(['wait', 'game-1', '--timeout', '180s', '-o', 'json']);
      expect(waited.code).toBe(0);
      const status = JSON.parse(waited.stdout) as {
        state: string;
        announcement: { postId: string; targets: { status: string }[] };
      };
      expect(status.state).toBe('done');
      expect(await watched).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/default\/game-1 [^]*default\/game-1 done/) as string,
      });

      const { files } = (await product.json(['files', 'game-1', '--to', 'copied'])) as {
        files: { path: string; sha256: string }[];
      };
      const bytes = await readFile(join(product.commands.directory, 'copied', 'game-1.ini'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(files).toEqual([expect.objectContaining({ path: 'copied/game-1.ini', sha256 })]);
      const exported = parseIni(bytes.toString(), { escape: 'no-escape', languages: ['zh-cn', 'ja', 'ko'] });
      const { strings } = (await product.sandbox('projects/sandbox/strings')) as {
        strings: { string_id: string; translations: Record<string, string> }[];
      };
      for (const { string_id, translations } of strings) {
        for (const language of ['zh-cn', 'ja', 'ko']) {
          expect(exported.translations.get(language)?.get(string_id)).toBe(translations[language]);
        }
      }
      expect(exported.translations.get('ja')?.get('greeting')).toContain('長老ミラ');

      const convert = ['files', 'game-1', '--as', 'source', '--to', 'converted'];
      expect(((await product.json(convert)) as { files: object[] }).files).toEqual(
        ['zh-CN', 'ja', 'ko'].map((tag) => ({
          path: `converted/${tag}.json`,
          language: tag.toLowerCase(),
          format: 'json',
          keys: expect.any(Number) as number,
          notes: [],
        })),
      );
      const converted = await readFile(join(product.commands.directory, 'converted', 'ja.json'), 'utf8');
      const ours = Object.entries(JSON.parse(converted) as Record<string, string>);
      expect(ours.length).toBeGreaterThan(1);
      for (const [key, text] of ours) expect(exported.translations.get('ja')?.get(key)).toBe(text);

      const { posts } = (await product.sandbox('posts')) as { posts: { postId: string; text: string }[] };
      const post = posts.find(({ postId }) => postId === status.announcement.postId);
      expect(post?.text).toBe('game-1 now speaks Chinese (China), Japanese and Korean.');
    });

    itWhole(
      'started again is the same release, and with other content is refused with the difference',
      async () => {
        const again = await product.run(['start', await product.releaseFile('game-1'), '-o', 'json']);
        expect(again).toMatchObject({ code: 0 });
        expect(JSON.parse(again.stdout)).toMatchObject({ id: 'default/game-1', state: 'done' });

        const other = await product.releaseFile('game-1', {
          targetLanguages: ['ja'],
          supplementLanguages: [],
        });
        const refused = await product.run(['start', other, '-o', 'json']);
        expect(refused).toMatchObject({ code: 2, stdout: '' });
        expect(refused.stderr).toContain('targetLanguages: was ["zh-cn","ja"], now ["ja"]');
      },
    );

    itWhole('takes one more language after it has ended, and announces nothing again', async () => {
      expect(await product.run(['amend', 'game-1', '--add-language', 'fr'])).toMatchObject({ code: 0 });
      const waited = await product.run(['wait', 'game-1', '--timeout', '180s', '-o', 'json']);
      expect(waited.code).toBe(0);
      expect(JSON.parse(waited.stdout)).toMatchObject({
        state: 'done',
        languages: ['zh-cn', 'ja', 'ko', 'fr'],
      });
      const { entries } = (await product.sandbox('journal?kind=work&service=social')) as {
        entries: unknown[];
      };
      expect(entries).toHaveLength(2);
    });
  });

  describe('a typing mistake', () => {
    itWhole.each([
      [['list', '--state', 'waitin'], 'Allowed choices are running, waiting, paused, parked'],
      [['start', 'game-1.json', '--github'], 'GITHUB_OUTPUT and GITHUB_STEP_SUMMARY are not set'],
      [['amend', 'game-1', '--add-language', 'Klingon!'], '"Klingon!" is not a language code.'],
      [['files', 'game-1', '--to', 'game-1.json'], 'Cannot write game-1.json/game-1.ini'],
    ])('%j is refused with a word on what to do', async (args, words) => {
      const ran = await product.run(args);
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toContain(words);
    });
  });

  itWhole('ends well where its reader has read enough', async () => {
    expect(await product.commands.piped('service languages -o json', 'true')).toEqual({
      code: 0,
      stderr: '',
    });
  });

  describe('the exit code', () => {
    const quick = { terms: { scan: false }, supplementLanguages: [] };
    const begin = (file: string, ...words: string[]): Promise<Ran> =>
      product.run(['start', file, ...words, '--wait', '--timeout', '180s']);
    // Those that no fault is meant for, side by side: most of what they do is wait.
    let gate: Promise<Ran>;
    let parked: Promise<Ran>;
    beforeAll(async () => {
      if (!whole) return;
      const strings = { never_published: 'Only here.' };
      await writeFile(join(product.commands.directory, 'only.json'), JSON.stringify(strings));
      const minimum = { template: 'tpl-1a2b3c4d', minimumComplete: { ja: 100 } };
      const changes = { ...quick, source: { file: 'only.json' }, publish: false, export: minimum };
      gate = begin(await product.releaseFile('gate', changes));
      const missing = { ...quick, export: { template: 'no-such-template' } };
      parked = begin(await product.releaseFile('park', missing), '--no-check');
    });

    itWhole('is 2 for a bad file, with file, line and key, and nothing is started', async () => {
      const file = await product.releaseFile('bad', { targetLanguages: ['ZH_cn'], surprise: 1 });
      const ran = await product.run(['start', file]);
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toMatch(/bad\.json:1: targetLanguages/);
      expect(ran.stderr).toContain('surprise');
      expect((await product.run(['status', 'bad'])).code).toBe(2);
    });

    itWhole('is 3 where a language is below its minimum', async () => {
      const ran = await gate;
      expect(ran).toMatchObject({ code: 3 });
      expect(ran.stdout).toMatch(/ja +0\.0 % +1 missing/);
    });

    itWhole('is 4 where it has not ended in time, and 5 once an operator has rejected it', async () => {
      const file = await product.releaseFile('slow');
      expect((await product.run(['start', file, '--wait', '--timeout', '1s'])).code).toBe(4);
      await product.waitingForTerms('slow');
      expect((await product.run(['terms', 'reject', 'slow'])).code).toBe(2);
      expect((await product.run(['terms', 'reject', 'slow', '--reason', 'names are not final'])).code).toBe(
        0,
      );
      const waited = await product.run(['wait', 'slow']);
      expect(waited.code).toBe(5);
      expect(waited.stdout).toContain('names are not final');
    });

    itWhole('is 5 for a cancelled one, which says what cannot be undone', async () => {
      await product.run(['start', await product.releaseFile('stop')]);
      await product.waitingForTerms('stop');
      const cancelled = await product.run(['cancel', 'stop', '--reason', 'wrong branch']);
      expect(cancelled).toMatchObject({ code: 0 });
      expect(cancelled.stdout).toContain('stays at the service');
      expect((await product.run(['wait', 'stop'])).code).toBe(5);
    });

    itWhole('is 6 where the announcement failed on one account, and 0 once that was retried', async () => {
      await product.sandbox('faults', { on: 'target acc_2', do: 'fail', code: 'token_expired' });
      const file = await product.releaseFile('part', quick);
      expect((await product.run(['start', file, '--wait', '--timeout', '180s'])).code).toBe(6);
      expect((await product.run(['resolve', 'part', 'retry', '--reason', 'connected again'])).code).toBe(0);
      await product.reached('part', ({ state }) => state === 'done');
      expect((await product.run(['wait', 'part'])).code).toBe(0);
    });

    itWhole('is 7 where a person must decide', async () => {
      const missing = { ...quick, export: { template: 'no-such-template' } };
      const refused = await product.run(['start', await product.releaseFile('park-2', missing)]);
      expect(refused).toMatchObject({ code: 2 });
      expect(refused.stderr).toMatch(
        /park.*:\d+: export\.template: There is no export template no-such-template/,
      );
      const ran = await parked;
      expect(ran).toMatchObject({ code: 7 });
      expect(ran.stdout).toContain('There is no export template no-such-template');
      expect((await product.run(['resolve', 'park', 'skip'])).code).toBe(2);
    });

    itWhole('is 8 where a service refuses for good', async () => {
      await product.sandbox('faults', {
        on: 'POST /tasks/create',
        do: 'refuse',
        code: 400,
        message: 'no such field',
        // The second time it comes without our address.
        nth: '1-2',
      });
      const ran = await product.run([
        'start',
        await product.releaseFile('refused', quick),
        '--wait',
        '--timeout',
        '180s',
      ]);
      expect(ran).toMatchObject({ code: 8 });
      expect(ran.stdout).toContain('no such field');
    });

    itWorker(
      'is 9 where no worker takes what a release is told, but its state is shown, and it can be cancelled',
      async () => {
        const file = await product.releaseFile('alone', quick);
        const nobody = { LOCRELEASE_TASK_QUEUE: 'nobody' };
        const started = await product.set.here.run(['start', file], nobody);
        expect(started).toMatchObject({ code: 0 });
        expect(started.stdout).toContain('No worker answers on task queue nobody. Start one with');
        expect((await product.run(['status', 'alone'])).code).toBe(0);
        expect((await product.run(['wait', 'alone', '--timeout', '1s'])).code).toBe(4);
        const paused = await product.run(['pause', 'alone', '--reason', 'wait']);
        expect(paused).toMatchObject({ code: 9, stdout: '' });
        expect(paused.stderr).toContain('No worker answers on task queue nobody');
        const cancelled = await product.run(['cancel', 'alone']);
        expect(cancelled).toMatchObject({ code: 0 });
        expect(cancelled.stdout).toMatch(
          /will be cancelled as soon as a worker answers\. No worker answers on task queue nobody.*request is kept/,
        );
      },
    );
  });

  describe('the action for GitHub', () => {
    itWhole('shows what a release would do, releases it, and hands over its files', async () => {
      const file = await product.releaseFile('from-ci', { terms: { confirmation: 'automatic' } });
      const bin = join(product.commands.directory, 'bin');
      await writeTool(join(bin, 'locrelease'), `exec '${process.execPath}' '${CLI}' "$@"`);
      const env = { ...product.commands.env, PATH: `${bin}:${product.commands.env.PATH ?? ''}` };
      const run = (inputs: Record<string, string>): Promise<ActionRun> =>
        runAction({ file, ...inputs }, { directory: product.commands.directory, env, without: ['install'] });

      const planned = await run({ 'dry-run': 'true' });
      expect(planned).toMatchObject({ code: 0, outputs: { 'start.exit-code': '0' } });
      expect(planned.log).toContain('default/from-ci is ready to start.');
      expect((await product.run(['status', 'from-ci'])).code).toBe(2);

      const released = await run({ timeout: '180s', files: 'locales' });
      expect(released).toMatchObject({
        code: 0,
        outputs: { 'start.id': 'default/from-ci', 'start.state': 'done', 'start.exit-code': '0' },
      });
      expect(await readFile(join(product.commands.directory, 'locales', 'from-ci.ini'), 'utf8')).not.toBe('');
      expect((await run({ 'dry-run': 'true' })).log).toContain('has ended already. A start does nothing.');
    });
  });

  return () => product;
}
