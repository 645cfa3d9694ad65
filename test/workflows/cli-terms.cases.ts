import type { SheetTerm } from '../../src/domain/review/term-sheet';
import type { ReleaseStatus, TermSheetRef } from '../../src/domain/release/status';
import { termKey } from '../../src/sandbox/localization/project-state';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cli, type CliRun } from '../support/cli';
import { operatorsForFile, tokens } from '../support/console';
import { until } from '../support/until';
import { commandAt, operatorsOfBackends, ways } from './backends';
import { ReleaseRig } from './release-rig';
import { drawn } from '../support/nightly';

describe.each(drawn(ways, 1, 2))('the commands of a term review, %s,', (way) => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({
      minCheckInterval: '200ms',
      config: { operators: operatorsOfBackends },
    });
  });
  afterEach(() => rig.close());

  const run = (...args: string[]): Promise<CliRun> => commandAt(way, rig, args);

  it('mark and restore as the page does, show who did what, and confirm only the list that was reviewed', async () => {
    const handle = await rig.release({ supplementLanguages: [], publish: false, export: undefined });
    const { taskId } = await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const list = async (): Promise<SheetTerm[]> =>
      ((await run('terms', 'list', id, '-o', 'json')).json() as { terms: SheetTerm[] }).terms;
    const [first, second] = await list();
    expect(first?.source).toBe('ai');
    const ids = [first?.id ?? '', second?.id ?? ''] as const;

    await run('terms', 'edit', id, ids[0], '--category', 'Mentor', '--as', 'olga');
    const marked = await run('terms', 'delete', id, ...ids, '--as', 'ivan', '-o', 'json');
    expect(marked.json() as TermSheetRef).toMatchObject({ total: 2, removed: 2 });
    expect(await list()).toMatchObject([
      { edited: { by: 'olga', before: { category: first?.category } }, removed: { by: 'ivan' } },
      { edited: null, removed: { by: 'ivan' } },
    ]);
    const restored = await run('terms', 'restore', id, ids[0], '--as', 'olga');
    expect(restored.stdout.trim()).toBe('Restored. 1 of 2 terms will be deleted at the confirmation.');
    const lines = (await run('terms', 'list', id)).stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^ID +TERM +CATEGORY +SCORE +MARKS +TRANSLATIONS +TERMBASE +SOURCE +CONTEXT$/);
    expect(lines[1]).toMatch(/ {2}Mentor {2}.* {2}edited by olga {2}.* {2}new +ai {2}/);
    expect(lines[2]).toMatch(/ {2}to be deleted, by ivan {2}/);
    const [, digest = ''] = /^Digest: ([0-9a-f]{64})$/.exec(lines.at(-1) ?? '') ?? [];

    await run('terms', 'delete', id, ids[0], '--as', 'ivan');
    const stale = await run('terms', 'confirm', id, '--digest', digest, '--as', 'olga');
    expect(stale.code).toBe(2);
    expect(stale.stderr).toMatch(
      new RegExp(`What has changed since:\n.*\n${ids[0]} +\\S.* {2}delete +to be deleted, by ivan\n`),
    );
    expect(stale.stderr).toContain('Nothing was confirmed. Review it again');
    const strange = await run('terms', 'confirm', id, '--digest', 'of-another-list');
    expect(strange.code).toBe(2);
    expect(strange.stderr).toContain('The list that you reviewed is not known any more. Now there is:');
    expect(strange.stderr).toContain('have changed since you opened it. Nothing was confirmed.');
    await run('terms', 'restore', id, ids[0], '--as', 'ivan');
    const confirmed = await run('terms', 'confirm', id, '--digest', digest, '--as', 'olga');
    expect(confirmed.code).toBe(0);
    expect(confirmed.stderr).toContain('2 terms: 0 kept, 1 edited, 1 to be deleted.');
    expect(confirmed.stderr).toContain('Termbase: 1 new, 0 overwritten.');
    expect(confirmed.stderr).toMatch(/ category, edited by olga +Character +Mentor\n/);
    expect((await handle.result()).state).toBe('done');
    const task = rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
    expect(task?.terms.map((term) => term.id)).toEqual([ids[0]]);
  });

  it('tell a service that does not answer from an edit that is refused', async () => {
    const handle = await rig.release({ supplementLanguages: [], publish: false, export: undefined });
    await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const { terms } = (await run('terms', 'list', id, '-o', 'json')).json() as { terms: SheetTerm[] };
    const change = ['--category', 'Mentor', '--as', 'olga', '--errors', 'json'];
    const edit = ['terms', 'edit', id, terms[0]?.id ?? '', ...change];
    // Longer than anybody waits for an edit.
    const away = {
      on: 'POST /tasks/terms/update',
      do: 'refuse',
      code: 503,
      message: 'out for lunch',
    } as const;
    rig.sandbox.faults.add({ ...away, retryAfter: '3600', nth: 1 });
    const unanswered = await run(...edit);
    expect(unanswered.code).toBe(8);
    expect(unanswered.stderr).toMatch(/"service_refused".*“503 out for lunch”\. Try again later\."/s);
    expect((await run(...edit)).code).toBe(0);

    rig.sandbox.faults.add({ ...away, code: 403, message: 'not yours', nth: 1 });
    const refused = await run(...edit);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/"refused".*“403 not yours”/s);
  });

  it('show what would be overwritten in the termbase, and overwrite only that', async () => {
    const handle = await rig.release({ supplementLanguages: [], publish: false, export: undefined });
    await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const list = async (): Promise<SheetTerm[]> =>
      ((await run('terms', 'list', id, '-o', 'json')).json() as { terms: SheetTerm[] }).terms;
    const [first, second] = await list();
    const { termbase } = rig.sandbox.localization.project('sandbox');
    const times = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' };
    for (const [n, content] of [first?.term ?? '', second?.term ?? ''].entries()) {
      const entry = { id: `term_${n}`, content, source_language: 'en', pic: '', translations: {} };
      termbase.set(termKey(content, 'en'), { ...entry, category: 'Theirs', ...times });
    }

    const nothing = await run('terms', 'edit', id, first?.id ?? '');
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      expect.stringContaining('Name what to change: --term'),
    ]);
    const tooMuch = await run('terms', 'edit', id, first?.id ?? '', '--score', '11');
    expect([tooMuch.code, tooMuch.stderr]).toEqual([2, expect.stringContaining('a number from 0 to 10')]);

    const unseen = await run('terms', 'confirm', id);
    expect(unseen.code).toBe(2);
    expect(unseen.stderr).toContain(
      '2 entries of the termbase would be overwritten, as shown above. Nothing was confirmed.',
    );
    expect(unseen.stderr).toMatch(
      new RegExp(`^${first?.id} .* {2}overwrites category in the termbase +Theirs +${first?.category}$`, 'm'),
    );
    expect(unseen.stderr).toMatch(/ {2}adds ja to the termbase {2,}\S.*·ja$/m);
    const [, shown = ''] = /--overwrite ([0-9a-f]{12})/.exec(unseen.stderr) ?? [];

    const kept = await run('terms', 'keep-termbase', id, first?.id ?? '', '--as', 'olga');
    expect(kept.stdout.trim()).toBe('1 term set to what the termbase has.');
    expect(await list()).toMatchObject([{ category: 'Theirs', edited: { by: 'olga' } }, { edited: null }]);
    const lines = (await run('terms', 'list', id)).stdout;
    expect(lines).toContain(`  overwrites category: Theirs → ${second?.category}  `);

    // Somebody changes an entry after it was shown.
    const text = termKey(second?.term ?? '', 'en');
    const entry = termbase.get(text);
    if (entry !== undefined) termbase.set(text, { ...entry, category: 'Theirs, anew' });
    const stale = await run('terms', 'confirm', id, '--overwrite', shown);
    expect([stale.code, stale.stderr]).toEqual([2, expect.stringContaining('Theirs, anew  ')]);
    const [, fresh = ''] = /--overwrite ([0-9a-f]{12})/.exec(stale.stderr) ?? [];
    expect((await run('terms', 'confirm', id, '--overwrite', fresh)).code).toBe(0);
    expect((await run('terms', 'confirm', id)).stdout.trim()).toBe(
      `The terms of ${id} were already confirmed.`,
    );
    await handle.result();
    // As long as its record is known.
    expect(await run('terms', 'confirm', id)).toMatchObject({
      code: 0,
      stdout: `The terms of ${id} were already confirmed.\n`,
    });
    expect([first, second].map((term) => termbase.get(termKey(term?.term ?? '', 'en'))?.category)).toEqual([
      'Theirs',
      second?.category,
    ]);
  });

  it('take the texts of terms, and delete nothing for good unless told to', async () => {
    const handle = await rig.release({ publish: false, export: undefined, announce: undefined });
    const { taskId } = await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const texts = (): string[] =>
      (rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '')?.terms ?? []).map(
        ({ term }) => term,
      );
    expect(texts()).toEqual(['Elder Mira', 'Crystal Keep']);
    // Whoever copies files that are not there must hear of it.
    expect(await run('files', id)).toMatchObject({ code: 0, stdout: `${id} has no exported files.\n` });
    const copied = await run('files', id, '--to', rig.directory);
    expect([copied.code, copied.stderr]).toEqual([2, expect.stringContaining('Nothing was copied.')]);

    for (const [language, words] of [
      [
        'jp',
        '--translation jp: not a language of this release; its languages are zh-cn, ja, ko. Nothing was changed.',
      ],
      ['fr', '--translation fr: not a language of this release'],
    ] as const) {
      const strange = await run('terms', 'edit', id, 'Elder Mira', '--translation', `${language}=x`);
      expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining(words)]);
    }
    const near = await run('terms', 'edit', id, 'Elder mira', '--note', 'x');
    expect([near.code, near.stderr]).toEqual([
      2,
      expect.stringContaining(
        '"Elder mira" is not in the term list (did you mean "Elder Mira"?). Nothing was changed.',
      ),
    ]);
    // A supplement language comes later, and is one of the release all the same.
    const edited = await run(
      'terms',
      'edit',
      id,
      'Elder Mira',
      '--translation',
      'ko=장로',
      '--category',
      'Mentr',
    );
    expect([edited.code, edited.stderr]).toEqual([
      0,
      'Warning: No term of the list has the category "Mentr".\n',
    ]);

    const marked = await run('terms', 'delete', id, 'Elder Mira');
    expect([marked.code, marked.stdout]).toEqual([0, '1 of 2 terms will be deleted at the confirmation.\n']);
    expect(texts()).toEqual(['Elder Mira', 'Crystal Keep']);
    const gone = await run('terms', 'delete', id, 'Crystal Keep', '--now');
    expect([gone.code, gone.stdout]).toEqual([0, 'Deleted. 1 term left.\n']);
    expect(texts()).toEqual(['Elder Mira']);
    expect((await run('terms', 'restore', id, 'Crystal Keep')).code).toBe(2);

    expect((await run('terms', 'confirm', id)).code).toBe(0);
    await handle.result();
    expect(texts()).toEqual([]);
  });

  it('apply a file of decisions once, all of it or nothing', async () => {
    const handle = await rig.release({ supplementLanguages: [], publish: false, export: undefined });
    await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const file = join(rig.directory, 'terms.csv');
    const apply = (...more: string[]): Promise<CliRun> => run('terms', 'apply', id, file, ...more);
    const list = async (): Promise<SheetTerm[]> =>
      ((await run('terms', 'list', id, '-o', 'json')).json() as { terms: SheetTerm[] }).terms;

    const { stdout: written } = await run('terms', 'list', id, '-o', 'csv');
    await writeFile(file, written);
    expect((await apply()).stdout).toBe('Nothing to do. 2 terms already as the file wants.\n');

    await writeFile(
      file,
      'term,decision,category,translations.fr\nElder Mira,,Mentor,\nNobody,,,\nCrystal Keep,keep,,château\n',
    );
    const refused = await apply();
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`terms.csv:3: Nobody: is not in the term list`);
    expect(refused.stderr).toContain(
      `terms.csv:4: Crystal Keep: translations.fr: not a language of this release`,
    );
    expect(await list()).toMatchObject([{ edited: null }, { edited: null }]);

    await writeFile(
      file,
      written.replace(/^,(.*Elder Mira,)[^,]*/m, ',$1Mentor').replace(/^,(.*Keep)/m, 'delete,$1'),
    );
    const shown = await apply('--dry-run');
    expect(shown.stdout).toMatch(/Elder Mira +category +Character +Mentor$/m);
    expect(await list()).toMatchObject([{ edited: null }, { removed: null }]);

    const applied = await apply('--as', 'olga', '-o', 'json');
    expect(applied.json()).toMatchObject({ id, settled: 0, applied: 2 });
    expect(await list()).toMatchObject([
      { category: 'Mentor', edited: { by: 'olga' } },
      { removed: { by: 'olga' } },
    ]);
    expect((await apply()).stdout).toBe('Nothing to do. 2 terms already as the file wants.\n');
  });
});

describe.each(drawn(ways, 1, 1))('commands under the four-eyes rule, %s,', (way) => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    const config = { policies: { fourEyes: true }, operators: operatorsForFile };
    rig = await ReleaseRig.start({ minCheckInterval: '200ms', config });
  });
  afterEach(() => rig.close());

  const runAs = (token: string | null, ...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...(way === 'over the gateway' && token !== null
        ? { LOCRELEASE_SERVER: rig.gateway?.url ?? '' }
        : {
            ...rig.env({ LOCRELEASE_CONFIG: rig.configFile, LOCRELEASE_CONSOLE_URL: rig.gateway?.url ?? '' }),
            TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
          }),
      ...(token !== null && { LOCRELEASE_TOKEN: token }),
    });
  const written = async (more = ''): Promise<string> => {
    await writeFile(join(rig.directory, 'strings.json'), JSON.stringify({ greeting: 'Hello, Elder Mira!' }));
    const file = join(rig.directory, 'release.yaml');
    const text = `name: eyes\nproject: ${rig.project}\nsource: { file: strings.json }\ntargetLanguages: [ja]\npublish: false\n`;
    await writeFile(file, text + more);
    return file;
  };

  it('need the tokens of two operators, whatever names they say', async () => {
    const file = await written();
    const id = `${rig.project}/eyes`;
    for (const [token, why] of [
      ['lrt_nobody', 'does not know this token. Nothing was done. Set the token that you sign in'],
      [tokens.reviewer, 'This needs the role operate. reviewer has the role review.'],
    ] as const) {
      const { code, stderr } = await runAs(token, 'start', file);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) as string });
    }
    const wrongName = await runAs(tokens.operator, 'start', file, '--as', 'reviewer');
    expect(wrongName.stderr).toContain(
      'The token is the token of operator, not of reviewer. Nothing was done.',
    );
    expect((await runAs(tokens.operator, 'start', file, '--no-check')).code).toBe(0);

    const handle = rig.client.workflow.getHandle(`release/${id}`);
    rig.alsoReplay({ workflowId: handle.workflowId, firstExecutionRunId: (await handle.describe()).runId });
    await until('it waits', async () => {
      const { waitingFor } = (await runAs(null, 'status', id, '-o', 'json')).json() as ReleaseStatus;
      return waitingFor?.kind === 'terms';
    });
    const own = await runAs(tokens.operator, 'terms', 'confirm', id);
    expect(own).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('You started this release.') as string,
    });
    expect((await runAs(null, 'terms', 'confirm', id, '--as', 'reviewer')).code).toBe(2);
    expect(await runAs(tokens.reviewer, 'terms', 'confirm', id)).toMatchObject({ code: 0 });
    expect(await handle.result()).toMatchObject({ decisions: [{ by: 'reviewer', what: 'confirm terms' }] });
  });

  it('refuse a file by which nobody would confirm, with its line and key', async () => {
    const file = await written('terms:\n  onDeadline: confirm\n');
    const schedule = join(rig.directory, 'schedules.yaml');
    const night = { id: 'strings', cron: '30 2 * * *', timeZone: 'UTC', release: 'release.yaml' };
    await writeFile(schedule, JSON.stringify({ schedules: [night] }));
    for (const args of [
      ['start', file, '--no-check'],
      ['plan', file],
      ['amend', `${rig.project}/eyes`, file],
      ...(way === 'over the gateway' ? [] : [['schedule', 'apply', schedule]]),
    ]) {
      const { code, stderr } = await runAs(tokens.operator, ...args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toContain(`${file}:7: terms.onDeadline: must be reject: policies.fourEyes is set`);
    }
  });
});
