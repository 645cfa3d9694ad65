import { InputError } from '../../../src/source/input-error';
import { readReleaseFile } from '../../../src/source/read-release-file';
import { useScratch } from '../../support/scratch';
import { findingsOf, placesOf } from './readings';

const scratch = useScratch();

const complete = `# The next release.
name: game-2.4.0
source:
  file: strings/en.json
targetLanguages: [zh-cn, ja]
supplementLanguages:
  - ko
terms:
  deadline: 3 days
export:
  template: tpl-1a2b3c4d
  directory: ../out
announce:
  accounts: [acc_1]
  text: "{name} now speaks {languages}."
  at: 2026-12-01T09:00+08:00
`;

const read = async (text: string, name = 'release.yaml') => readReleaseFile(await scratch.write(name, text));

/** The complete file with one piece of it replaced. */
const changed = (piece: string, replacement: string): string => {
  if (!complete.includes(piece)) throw new Error(`the file has no ${piece}`);
  return complete.replace(piece, replacement);
};

describe('a release file', () => {
  it('is read with its defaults, and its paths are taken from where it lies', async () => {
    const { spec, directory, text } = await read(complete, 'releases/next.yaml');
    expect(directory).toBe(scratch.path('releases'));
    expect(text).toBe(complete);
    expect(spec).toMatchObject({
      name: 'game-2.4.0',
      project: 'default',
      source: { file: scratch.path('releases/strings/en.json') },
      terms: { confirmation: 'operator', deadline: 3 * 86_400_000 },
      export: { directory: scratch.path('out') },
      announce: { at: '2026-12-01T09:00+08:00' },
    });
  });

  it('keeps the address of a source as it is, and needs no export', async () => {
    const { spec } = await read(
      'name: a\nsource: {url: "https://example.com/a.xlsx"}\ntargetLanguages: [no]\n',
    );
    expect(spec.source).toEqual({ url: 'https://example.com/a.xlsx' });
    expect(spec.export).toBeUndefined();
    expect(spec.targetLanguages).toEqual(['no']);
  });

  it('may be JSON, indented with tabs and with a byte order mark', async () => {
    const value = { name: 'a', source: { file: 'en.json' }, targetLanguages: ['ja'] };
    const { spec } = await read(`\uFEFF${JSON.stringify(value, null, '\t')}`, 'release.json');
    expect(spec.targetLanguages).toEqual(['ja']);
  });

  it('may say a thing once and use it twice', async () => {
    const text = changed('[zh-cn, ja]', '&all [zh-cn, ja]').replace(
      '  directory',
      '  languages: *all\n  directory',
    );
    const { spec } = await read(text);
    expect(spec.export?.languages).toEqual(['zh-cn', 'ja']);
  });
});

describe('a release file is refused with line, key and words for', () => {
  it.each([
    [
      'an unknown key',
      'source:',
      'sorce: 1\nsource:',
      3,
      'sorce',
      'is not a known key (did you mean source?); allowed keys: name, project, source, targetLanguages, supplementLanguages, supplement, terms, publish, loseLanguages, allowUnlisted, preflight, budget, export, announce',
    ],
    [
      'an unknown key far from all',
      'source:',
      'colour: red\nsource:',
      3,
      'colour',
      'is not a known key; allowed keys: name, project, source, targetLanguages, supplementLanguages, supplement, terms, publish, loseLanguages, allowUnlisted, preflight, budget, export, announce',
    ],
    [
      'an unknown key within',
      '  deadline',
      '  deadlin: 1 day\n  deadline',
      9,
      'terms.deadlin',
      'is not a known key (did you mean deadline?); allowed keys: scan, confirmation, deadline, reminders, onDeadline',
    ],
    [
      'a key twice',
      '  deadline',
      '  deadline: 1 day\n  deadline',
      10,
      'terms.deadline',
      'appears twice; the first is on line 9',
    ],
    ['a missing key of the file', 'name: game-2.4.0\n', '', 2, 'name', 'is missing'],
    ['a key without a value', 'game-2.4.0', '', 2, 'name', 'is empty'],
    ['a number for a text', 'game-2.4.0', '2.40', 2, 'name', 'must be text, not a number; put it in quotes'],
    [
      'a name that is none',
      'game-2.4.0',
      'a/b',
      2,
      'name',
      'must be 1 to 100 letters, digits, dots, hyphens or underscores, and begin with a letter or digit',
    ],
    [
      'an infinite budget',
      'name: game-2.4.0',
      'name: game-2.4.0\nbudget: { words: .inf }',
      3,
      'budget.words',
      'must be a number, not an infinite number',
    ],
    ['a text for a list', '[zh-cn, ja]', 'ja', 5, 'targetLanguages', 'must be a list, not text'],
    ['no language', '[zh-cn, ja]', '[]', 5, 'targetLanguages', 'must name at least one language'],
    [
      'a language in capitals',
      '  - ko',
      '  - en\n  - ko-KR',
      8,
      'supplementLanguages[1]',
      'must be a language code in lower case with hyphens, such as zh-cn',
    ],
    [
      'a language with an underscore',
      'zh-cn',
      'zh_cn',
      5,
      'targetLanguages[0]',
      'must be a language code in lower case with hyphens, such as zh-cn',
    ],
    ['a language twice', '[zh-cn, ja]', '[ja, ja]', 5, 'targetLanguages', 'names a language twice'],
    [
      'a word that is not a choice',
      '  deadline',
      '  confirmation: operater\n  deadline',
      9,
      'terms.confirmation',
      'must be one of operator, automatic (did you mean operator?)',
    ],
    [
      'a text for a switch',
      '  deadline',
      '  scan: "yes"\n  deadline',
      9,
      'terms.scan',
      'must be true or false, not text',
    ],
    [
      'a duration without a unit',
      '3 days',
      '3',
      9,
      'terms.deadline',
      'must be a duration such as "3 days" or "12h"',
    ],
    [
      'a duration that is none',
      '3 days',
      'soon',
      9,
      'terms.deadline',
      'must be a duration such as "3 days" or "12h"',
    ],
    ['neither file nor address', 'file: strings/en.json', '{}', 3, 'source', 'must have either file or url'],
    [
      'both file and address',
      'file: strings/en.json',
      'file: a.json\n  url: https://example.com/a.xlsx',
      3,
      'source',
      'must have either file or url',
    ],
    [
      'a misspelt list',
      'announce:',
      'announce:\n  acounts: [acc_2]',
      14,
      'announce.acounts',
      'is not a known key (did you mean accounts?); allowed keys: accounts, platforms, text, postId, at, by',
    ],
    [
      'a threshold that is none',
      'announce:',
      '  minimumComplete:\n    ja: 101\nannounce:',
      14,
      'export.minimumComplete.ja',
      'must be at most 100',
    ],
    [
      'a threshold of no language',
      'announce:',
      '  minimumComplete:\n    JA: 90\nannounce:',
      14,
      'export.minimumComplete.JA',
      'must be a language code in lower case with hyphens, such as zh-cn',
    ],
    [
      'a time without its zone',
      '+08:00',
      '',
      16,
      'announce.at',
      'must be a time with its zone, such as 2026-12-01T09:00+08:00',
    ],
    [
      'an unknown placeholder',
      '{name}',
      '{nam}',
      15,
      'announce.text',
      'has the unknown placeholder {nam}; known are {name}, {project}, {languages}, {languageCount}, {strings}',
    ],
    [
      'no export languages',
      '  directory',
      '  languages: []\n  directory',
      12,
      'export.languages',
      'must have at least 1',
    ],
  ])('%s', async (_what, piece, replacement, line, key, message) => {
    expect(await findingsOf(read(changed(piece, replacement)))).toEqual([{ line, key, message }]);
  });

  it('a misspelt source', async () => {
    const findings = await findingsOf(read(changed('file:', 'fiel:')));
    expect(findings[1]).toEqual({
      line: 4,
      key: 'source.fiel',
      message: 'is not a known key (did you mean file?); allowed keys: file, url, columns, sheet, prefix',
    });
  });

  it('everything at once, in the order of the lines', async () => {
    const text = changed('game-2.4.0', '""').replace('ja]', 'JA]').replace('template', 'templat');
    expect(await placesOf(read(text))).toEqual(['2 name', '5 targetLanguages[1]', '11 export.templat']);
  });

  it('JSON, in its lines', async () => {
    const text =
      '{\n  "name": "a",\n  "source": { "file": "en.json" },\n  "targetLanguages": [\n    "JA"\n  ]\n}';
    expect(await placesOf(read(text, 'release.json'))).toEqual(['5 targetLanguages[0]']);
  });
});

describe('a release file whose exports would leave their place', () => {
  const withDirectory = (directory: string): string =>
    `name: a\nsource: {file: a.json}\ntargetLanguages: [ja]\nexport:\n  directory: ${directory}\n`;
  const faultOf = async (directory: string, root: string | null) =>
    (
      await findingsOf(
        readReleaseFile(await scratch.write('a/release.yaml', withDirectory(directory)), {
          exportsRoot: root,
        }),
      )
    )[0];

  it.each(['/proc/1/out', '/sys/out', '/dev/shm/out', '/srv/../proc'])(
    'in the kernel: %s',
    async (directory) => {
      const fault = await faultOf(directory, null);
      expect(fault).toMatchObject({ line: 5, key: 'export.directory' });
      expect(fault?.message).toMatch(/^is in \/(proc|sys|dev), where no files can be kept$/);
    },
  );

  it.each(['/etc', '../../out', '..'])('outside the root: %s', async (directory) => {
    const fault = await faultOf(directory, scratch.path('a/files'));
    expect(fault).toMatchObject({ line: 5, key: 'export.directory' });
    expect(fault?.message).toContain(`is outside ${scratch.path('a/files')}, where exports must stay`);
  });

  it('is read where they stay there, or where there is no root', async () => {
    const file = await scratch.write('a/release.yaml', withDirectory('files/..out'));
    expect((await readReleaseFile(file, { exportsRoot: scratch.path('a/files') })).spec.name).toBe('a');
    const elsewhere = await scratch.write('b/release.yaml', withDirectory('/srv/out'));
    expect((await readReleaseFile(elsewhere)).spec.export?.directory).toBe('/srv/out');
  });
});

describe('a release file is refused as a whole', () => {
  it.each([
    ['that is empty', '', null, 'is empty'],
    ['of comments alone', '# later\n', null, 'is empty'],
    ['that is a list', '- name: a\n', 1, 'must have the keys of a release, for example name: game-2.4.0'],
    ['with a tab', 'name: a\nterms:\n\tscan: true\n', 3, 'is indented with a tab; indent with spaces'],
    ['with a quote left open', 'name: "a\n', 2, 'is not valid YAML: quotes or brackets that are not closed'],
    ['with an alias to nothing', 'name: a\nproject: *x\n', 2, 'has an alias without an anchor'],
  ])('%s', async (_what, text, line, message) => {
    expect(await findingsOf(read(text))).toEqual([{ line, key: null, message }]);
  });

  it('that does not exist, by the name that was given', async () => {
    await expect(readReleaseFile('no/such/release.yaml')).rejects.toThrow(InputError);
    await expect(readReleaseFile('no/such/release.yaml')).rejects.toThrow(
      'no/such/release.yaml: does not exist',
    );
  });

  it('that grows by its aliases', async () => {
    const layers = Array.from({ length: 30 }, (_, i) => `k${i + 1}: &k${i + 1} [*k${i}, *k${i}]`);
    const findings = await findingsOf(read(`k0: &k0 x\n${layers.join('\n')}\n`));
    expect(findings).toEqual([{ line: 3, key: null, message: 'has an alias inside another alias' }]);
  });

  it.each([
    ['one anchor and thousands of aliases', `a: &a [${'x,'.repeat(6000)}]\nb: [${'*a,'.repeat(6000)}]\n`, 2],
    ['100,000 keys', Array.from({ length: 100_000 }, (_, i) => `k${i}: x\n`).join(''), 20_000],
  ])('that holds too much, for example %s', async (_what, text, line) => {
    const findings = await findingsOf(read(text));
    expect(findings).toEqual([{ line, key: null, message: 'holds more than 20000 values' }]);
  });

  it.each([
    ['that is nested too deep', `a: ${'['.repeat(500)}`, 'nesting exceeded maxDepth (100)'],
    ['that is too long', `# ${'x'.repeat(1024 * 1024)}`, 'is larger than 1 MB'],
  ])('%s', async (_what, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('with thousands of unknown keys, of which the first few are told', async () => {
    const unknown = Array.from({ length: 15_000 }, (_, i) => `unknown${i}: x\n`);
    const findings = await findingsOf(read(complete + unknown.join('')));
    expect(findings).toHaveLength(100);
    expect(findings.at(-1)?.message).toMatch(/^is not a known key.*; 14,900 more faults not shown$/);
  });

  it('with thousands of wrong values, of which the first are told', async () => {
    const codes = Array.from({ length: 15_000 }, (_, i) => `x${i}: 1`).join(', ');
    const text = complete.replace('export:\n', `export:\n  minimumComplete: {${codes}}\n`);
    const findings = await findingsOf(read(text));
    expect(findings).toHaveLength(100);
    expect(findings.at(-1)?.message).toMatch(/; 14,900 more faults not shown$/);
  });

  it('that is a device', async () => {
    await expect(readReleaseFile('/dev/zero')).rejects.toThrow('/dev/zero: is a device, not a file');
  });
});

describe('under the four-eyes rule', () => {
  it('has nobody but a person confirm its terms', async () => {
    const text =
      'name: a\nsource: {file: en.json}\ntargetLanguages: [ja]\nterms:\n  scan: false\n  confirmation: automatic\n  onDeadline: confirm\n';
    const file = await scratch.write('release.yaml', text);
    const because = 'policies.fourEyes is set, so that a person confirms the terms';
    expect(await findingsOf(readReleaseFile(file, { fourEyes: true }))).toEqual([
      { line: 5, key: 'terms.scan', message: `must be true: ${because}` },
      { line: 6, key: 'terms.confirmation', message: `must be operator: ${because}` },
      { line: 7, key: 'terms.onDeadline', message: `must be reject: ${because}` },
    ]);
    expect((await readReleaseFile(file, { fourEyes: false })).spec.terms.scan).toBe(false);
  });
});
