import { releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';

const day = 86_400_000;

const least: ReleaseFile = { name: 'game-2.4.0', source: { file: 'en.json' }, targetLanguages: ['ja'] };

const full: ReleaseFile = {
  name: 'game-2.4.0',
  project: 'default',
  source: { file: 'strings/en.json' },
  targetLanguages: ['zh-cn', 'ja'],
  supplementLanguages: ['ko'],
  terms: {
    scan: true,
    confirmation: 'operator',
    deadline: '3 days',
    reminders: ['1 day', '2 days'],
    onDeadline: 'reject',
  },
  publish: true,
  loseLanguages: true,
  export: {
    template: 'tpl-1a2b3c4d',
    languages: ['zh-cn', 'ja', 'ko'],
    mode: 'single',
    escape: 'escape',
    filename: 'game',
    directory: 'out',
  },
  announce: {
    accounts: ['acc_1', 'acc_2'],
    text: '{name} now speaks {languages}.',
    at: '2026-12-01T09:00+08:00',
  },
};

/** `path: message` of every issue. */
function issuesOf(value: unknown): string[] {
  const { error } = releaseSpec.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a release', () => {
  it('may say everything', () => {
    expect(releaseSpec.parse(full)).toEqual({
      ...full,
      terms: { ...full.terms, deadline: 3 * day, reminders: [day, 2 * day] },
      export: { ...full.export, minimumComplete: {} },
      announce: { ...full.announce, platforms: [] },
    });
  });

  it('may leave out all that has a default', () => {
    expect(releaseSpec.parse(least)).toEqual({
      ...least,
      project: 'default',
      supplementLanguages: [],
      terms: {
        scan: true,
        confirmation: 'operator',
        deadline: 3 * day,
        reminders: [],
        onDeadline: 'reject',
      },
      publish: true,
      loseLanguages: false,
    });
  });

  it('exports to out, and announces a prepared draft without naming accounts', () => {
    const spec = releaseSpec.parse({
      ...least,
      export: { template: 'game' },
      announce: { postId: 'post_1' },
    });
    expect(spec.export).toEqual({ template: 'game', directory: 'out', minimumComplete: {} });
    expect(spec.announce).toEqual({ accounts: [], platforms: [], postId: 'post_1' });
  });

  it.each(['zh-cn', 'no', 'fil', 'sr-latn-rs', 'es-419'])('takes the language %s', (code) => {
    expect(issuesOf({ ...least, targetLanguages: [code] })).toEqual([]);
  });

  it.each(['zh-CN', 'zh_cn', 'ZH', 'chinese', 'j', '', 'zh-', '-cn', 'zh cn', 'ja '])(
    'refuses the language %j',
    (code) => {
      const [issue] = issuesOf({ ...least, targetLanguages: [code] });
      expect(issue).toContain('targetLanguages.0: must be a language code in lower case');
    },
  );

  it.each([
    '2026-12-01T09:00Z',
    '2026-12-01T09:00:30+08:00',
    '2026-12-01T09:00:30.250-03:30',
    '2028-02-29T00:00Z',
  ])('takes the time %s', (at) => {
    expect(issuesOf({ ...full, announce: { ...full.announce, at } })).toEqual([]);
  });

  it.each([
    '2026-12-01T09:00',
    '2026-12-01',
    'tomorrow',
    '2026-13-01T09:00Z',
    '2026-02-30T09:00Z',
    '2026-02-29T23:00-08:00',
    '2026-12-01T25:00Z',
    '2026-12-01T09:60Z',
  ])('refuses the time %s', (at) => {
    const [issue] = issuesOf({ ...full, announce: { ...full.announce, at } });
    expect(issue).toMatch(/^announce\.at: (must be a time with its zone|is not a time that exists)/);
  });
});

describe('a release is refused for', () => {
  const announce = (value: unknown): unknown => ({ ...least, announce: value });
  const exportTo = (value: object): unknown => ({ ...least, export: { template: 't', ...value } });

  it.each([
    ['a name with a slash', { ...least, name: 'a/b' }, 'name: must be 1 to 100'],
    ['a project with a blank', { ...least, project: 'my game' }, 'project: must be 1 to 100'],
    ['a budget of nothing', { ...least, budget: {} }, 'budget: must have words or cost'],
    ['a budget of half a word', { ...least, budget: { words: 0.5 } }, 'budget.words: '],
    ['a budget in words', { ...least, budget: { cost: '500 EUR' } }, 'budget.cost: '],
    ['no source', { ...least, source: {} }, 'source: must have either file or url'],
    [
      'two sources',
      { ...least, source: { file: 'a.json', url: 'https://a.example' } },
      'source: must have either',
    ],
    ['an empty path', { ...least, source: { file: '' } }, 'source.file: '],
    [
      'an address of a file',
      { ...least, source: { url: 'file:///etc/passwd' } },
      'source.url: must be an http or https',
    ],
    [
      'an address that is none',
      { ...least, source: { url: 'a.xlsx' } },
      'source.url: must be an http or https URL',
    ],
    [
      'an address with a password',
      { ...least, source: { url: 'https://ann:secret@files.example/a.xlsx' } },
      'source.url: must not contain a user name or password; use a signed link, or a source.file',
    ],
    [
      'an address that is endless',
      { ...least, source: { url: `https://files.example/${'a'.repeat(4000)}` } },
      'source.url: ',
    ],
    [
      '201 languages',
      { ...least, targetLanguages: Array.from({ length: 201 }, (_, i) => `aa-${100 + i}`) },
      'targetLanguages: may name 200 languages at most',
    ],
    ['no language', { ...least, targetLanguages: [] }, 'targetLanguages: must name at least one language'],
    [
      'a language twice',
      { ...least, targetLanguages: ['ja', 'ja'] },
      'targetLanguages: names a language twice',
    ],
    [
      'a supplement of a target',
      { ...least, supplementLanguages: ['ja'] },
      'supplementLanguages: names ja, which is a target language already',
    ],
    [
      '51 supplements',
      { ...least, supplementLanguages: Array.from({ length: 51 }, (_, i) => `aa-${10 + i}`) },
      'supplementLanguages: may name 50 languages at most',
    ],
    ['another confirmation', { ...least, terms: { confirmation: 'nobody' } }, 'terms.confirmation: '],
    ['a deadline of nothing', { ...least, terms: { deadline: '0s' } }, 'terms.deadline: must be a duration'],
    ['a deadline as a number', { ...least, terms: { deadline: 3 } }, 'terms.deadline: '],
    [
      'a reminder after the deadline',
      { ...least, terms: { deadline: '1 day', reminders: ['2 days'] } },
      'terms.reminders: must all fall before the deadline',
    ],
    [
      'a reminder at the default deadline',
      { ...least, terms: { reminders: ['3 days'] } },
      'terms.reminders: must all fall before the deadline',
    ],
    ['an empty template', { ...least, export: { template: '' } }, 'export.template: '],
    [
      'a post that the service is to schedule without a time',
      announce({ accounts: ['acc_1'], text: 'x', by: 'service' }),
      'announce.by: can be service only together with text and at',
    ],
    ['a supplement without something else', { ...least, supplement: { skipAll: true } }, 'supplement'],
    [
      'a file name with a path',
      exportTo({ filename: 'sub/game' }),
      'export.filename: must be a file name without a path',
    ],
    [
      'a file name with a dot before it',
      exportTo({ filename: '.game' }),
      'export.filename: must not begin with a dot',
    ],
    [
      'a waiver of nothing',
      exportTo({ waivers: [{ language: 'ja', by: 'olga', reason: 'beta', until: '2026-12-31' }] }),
      'export.waivers.0.language: has no minimum in export.minimumComplete that could be waived',
    ],
    [
      'a waiver without an end',
      exportTo({ minimumComplete: { ja: 90 }, waivers: [{ language: 'ja', by: 'olga', reason: 'beta' }] }),
      'export.waivers.0.until: ',
    ],
    [
      'a waiver that ends on no day',
      exportTo({
        minimumComplete: { ja: 90 },
        waivers: [{ language: 'ja', by: 'olga', reason: 'beta', until: '2026-02-30' }],
      }),
      'export.waivers.0.until: must be a date such as 2026-12-24',
    ],
    ['a threshold above all', exportTo({ minimumComplete: { ja: 100.5 } }), 'export.minimumComplete.ja: '],
    [
      'a threshold of another language',
      exportTo({ minimumComplete: { ko: 90 } }),
      'export.minimumComplete.ko: is a language that this release does not export',
    ],
    [
      'an announcement of nothing',
      announce({ accounts: ['acc_1'] }),
      'announce.text: is required (or a postId)',
    ],
    [
      'a number of strings that nobody here counts',
      {
        ...least,
        source: { url: 'https://files.example/a.xlsx' },
        announce: { accounts: ['acc_1'], text: '{strings} strings' },
      },
      'announce.text: has {strings}, but the number of strings is not known for a source.url',
    ],
    [
      'an announcement to nobody',
      announce({ text: 'Hi' }),
      'announce.accounts: must name at least one account, unless platforms names one',
    ],
    [
      'both text and draft',
      announce({ accounts: ['a'], text: 'Hi', postId: 'post_1' }),
      'announce.postId: cannot be used together with text',
    ],
    [
      'an account twice',
      announce({ accounts: ['a', 'a'], text: 'Hi' }),
      'announce.accounts: names an account twice',
    ],
    [
      'an unknown placeholder',
      announce({ accounts: ['a'], text: 'Hi {nam}' }),
      'announce.text: has the unknown placeholder {nam}',
    ],
    ['a blank text', announce({ accounts: ['a'], text: ' ' }), 'announce.text: is empty'],
    ['an unknown key', { ...least, colour: 'red' }, ': Unrecognized key: "colour"'],
    ['an unknown key within', { ...least, terms: { scna: true } }, 'terms: Unrecognized key: "scna"'],
  ])('%s', (_what, value, issue) => {
    expect(issuesOf(value)).toEqual([expect.stringContaining(issue)]);
  });
});
