import { readScheduleFile } from '../../../src/source/read-schedule-file';
import { useScratch } from '../../support/scratch';
import { findingsOf } from './readings';

const scratch = useScratch();

const release = `name: game
project: shop
source: {file: strings/en.json}
targetLanguages: [ja]
export: {template: game, directory: out}
`;

const schedules = `# Every night.
schedules:
  - id: strings
    calendar:
      at: 02:30
    timeZone: Europe/Berlin
    freeze:
      - {from: 2026-12-20, to: 2027-01-06, reason: holidays}
    release: releases/game.yaml
`;

beforeEach(async () => {
  await scratch.write('releases/game.yaml', release);
});

const read = async (text: string) => readScheduleFile(await scratch.write('schedules.yaml', text));

describe('a schedule file', () => {
  it('is read with its releases, whose paths are taken from where they lie', async () => {
    const [declared, ...others] = await read(schedules);
    expect(others).toEqual([]);
    expect(declared?.spec).toMatchObject({ id: 'strings', overlap: 'skip', calendar: { at: '02:30' } });
    expect(declared?.night).toMatchObject({
      namePrefix: 'game',
      timeZone: 'Europe/Berlin',
      template: {
        project: 'shop',
        source: { file: scratch.path('releases/strings/en.json') },
        targetLanguages: ['ja'],
        export: { directory: scratch.path('releases/out') },
      },
    });
    expect(declared?.night.template).not.toHaveProperty('name');
  });

  it('may be JSON', async () => {
    const schedule = {
      id: 'strings',
      cron: '30 2 * * *',
      timeZone: 'UTC',
      release: 'releases/game.yaml',
    };
    const file = await scratch.write('schedules.json', JSON.stringify({ schedules: [schedule] }));
    expect((await readScheduleFile(file)).map(({ spec }) => spec.cron)).toEqual([['30 2 * * *']]);
  });
});

describe('a schedule file is refused with line, key and words for', () => {
  it.each([
    [
      'an unknown key',
      'id: strings',
      'id: strings\n    timezone: UTC',
      4,
      'schedules[0].timezone',
      'is not a known key (did you mean timeZone?); allowed keys: id, cron, calendar, timeZone, overlap, catchUp, jitter, freeze, paused, release',
    ],
    [
      'an unknown key deep within',
      'reason: holidays',
      'reason: holidays, form: 1',
      8,
      'schedules[0].freeze[0].form',
      'is not a known key (did you mean from?); allowed keys: from, to, reason',
    ],
    ['no time zone', '    timeZone: Europe/Berlin\n', '', 3, 'schedules[0].timeZone', 'is missing'],
    [
      'a wrong word',
      'id: strings',
      'id: strings\n    overlap: skipp',
      4,
      'schedules[0].overlap',
      'must be one of skip, buffer-one (did you mean skip?)',
    ],
    [
      'a key twice',
      'at: 02:30',
      'at: 02:30\n      at: 03:30',
      6,
      'schedules[0].calendar.at',
      'appears twice; the first is on line 5',
    ],
    ['no list', '  - id: strings', '    id: strings', 2, 'schedules', 'must be a list, not a mapping'],
  ])('%s', async (_what, piece, replacement, line, key, message) => {
    expect(schedules).toContain(piece);
    expect(await findingsOf(read(schedules.replace(piece, replacement)))).toEqual([{ line, key, message }]);
  });

  it('contents that are no mapping', async () => {
    expect(await findingsOf(read('- id: strings\n'))).toEqual([
      { line: 1, key: '', message: 'must be a mapping, not a list' },
    ]);
  });

  it.each([
    [
      'a source that the service downloads',
      'file: strings/en.json',
      'url: "https://example.com/a.xlsx"',
      'has a source.url; only a source.file is read again every night',
    ],
    [
      'a draft',
      'export:',
      'announce: {postId: post_1}\nexport:',
      'announces a draft, which can be published only once; use announce.text',
    ],
    [
      'a name without room for the date',
      'name: game',
      `name: ${'g'.repeat(81)}`,
      'has a name of more than 80 characters, and the date is added to it',
    ],
  ])('a release with %s', async (_what, piece, replacement, message) => {
    await scratch.write('releases/game.yaml', release.replace(piece, replacement));
    expect(await findingsOf(read(schedules))).toEqual([{ line: 9, key: 'schedules[0].release', message }]);
  });

  it('a second schedule of the same releases', async () => {
    const second = '  - {id: more, cron: 0 4 * * *, timeZone: UTC, release: releases/game.yaml}\n';
    expect(await findingsOf(read(schedules + second))).toEqual([
      {
        line: 10,
        key: 'schedules[1].release',
        message:
          'makes the same releases as schedule strings; use one schedule with both times (cron takes a list)',
      },
    ]);
  });

  it('what is wrong with any of its releases, by their own lines', async () => {
    await scratch.write('releases/game.yaml', release.replace('ja', 'JA'));
    const second = '  - {id: more, cron: 0 4 * * *, timeZone: UTC, release: releases/no.yaml}\n';
    const reading = read(schedules + second);
    await expect(reading).rejects.toThrow(
      `${scratch.path('releases/game.yaml')}:4: targetLanguages[0]: must be a language code`,
    );
    await expect(reading).rejects.toThrow(
      /schedules\.yaml:\d+: schedules\[1\]\.release: .*releases\/no\.yaml does not exist/,
    );
  });
});

it('names no release under the four-eyes rule whose terms time would confirm', async () => {
  await scratch.write('releases/game.yaml', `${release}terms: {onDeadline: confirm}\n`);
  const file = await scratch.write('schedules.yaml', schedules);
  expect(await findingsOf(readScheduleFile(file, { fourEyes: true }))).toMatchObject([
    { line: 6, key: 'terms.onDeadline' },
  ]);
});
