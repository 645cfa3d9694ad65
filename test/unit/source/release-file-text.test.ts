import { contentOf } from '../../../src/domain/release/release-content';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseSource } from '../../../src/domain/release/release-input';
import { readReleaseText } from '../../../src/source/read-release-file';
import { releaseFileText } from '../../../src/source/release-file-text';
import fc from '../../support/fast-check';

const source: ReleaseSource = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 3 };
const named = { file: 'en.json' };

it('is written in the order of a release file, without what need not be said', () => {
  const spec = releaseSpec.parse({
    targetLanguages: ['zh-cn', 'ja'],
    name: '2.40',
    source: { file: '/home/ci/strings/en.json' },
    terms: { deadline: '36h', reminders: ['90m', '1 day'] },
  });
  expect(releaseFileText(contentOf({ spec, source }), named)).toBe(
    [
      "name: '2.40'",
      'source:',
      '  file: en.json',
      'targetLanguages:',
      '  - zh-cn',
      '  - ja',
      'terms:',
      '  deadline: 36 h',
      '  reminders:',
      '    - 90 min',
      '    - 1 d',
      '',
    ].join('\n'),
  );
});

it('says nothing of terms where nothing was said of them', () => {
  const spec = releaseSpec.parse({ name: 'a', source: named, targetLanguages: ['ja'], export: {} });
  expect(releaseFileText(contentOf({ spec, source }), named)).toBe(
    'name: a\nsource:\n  file: en.json\ntargetLanguages:\n  - ja\nexport: {}\n',
  );
});

const text = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((said) => said.trim() !== '');
const drawnFile = fc.record({
  name: fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/),
  terms: fc.record({
    scan: fc.boolean(),
    deadline: fc.integer({ min: 1001, max: 900_000_000 }).map((ms) => `${ms} ms`),
    reminders: fc.array(
      fc.integer({ min: 1, max: 1000 }).map((ms) => `${ms} ms`),
      { maxLength: 3 },
    ),
    onDeadline: fc.constantFrom('reject', 'confirm'),
  }),
  publish: fc.boolean(),
  budget: fc.option(fc.record({ words: fc.integer({ min: 1, max: 10_000_000 }) }), { nil: undefined }),
  announce: fc.option(
    fc.record({
      accounts: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
      text,
    }),
    { nil: undefined },
  ),
});

it('asks for the same when it is read again', () => {
  fc.assert(
    fc.property(drawnFile, (file) => {
      const drawn = releaseSpec.safeParse({ ...file, source: named, targetLanguages: ['ja'] });
      fc.pre(drawn.success);
      const content = contentOf({ spec: drawn.data, source });
      const spec = readReleaseText('again', releaseFileText(content, named));
      expect(contentOf({ spec, source })).toEqual(content);
    }),
  );
});
