import { contentOf, isSameContent } from '../../../src/domain/release/release-content';
import { releaseDefaults, releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';

const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 3 } as const;
const file: ReleaseFile = { name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'] };
const exporting = (more: object = {}): ReleaseFile => ({ ...file, export: { template: 'tpl-1', ...more } });
const input = (given: ReleaseFile) => ({ spec: releaseSpec.parse(given), source });

describe('the same release', () => {
  it.each<[string, ReleaseFile, ReleaseFile]>([
    ['from another checkout', file, { ...file, source: { file: '/other/checkout/en.json' } }],
    ['with its files elsewhere', exporting(), exporting({ directory: '/srv/out' })],
    [
      'with its keys in another order',
      file,
      { targetLanguages: ['ja'], source: { file: 'x' }, name: 'game-1' },
    ],
    ['with a default spelt out', file, { ...file, terms: { onDeadline: 'reject' }, publish: true }],
  ])('is one %s', (_what, one, other) => {
    expect(isSameContent(input(one), input(other))).toBe(true);
  });

  it('is one that was started before there was a key, with what was usual then', () => {
    const older = { ...input(file).spec, publish: undefined, supplementLanguages: undefined };
    expect(isSameContent({ spec: older as never, source }, input(file))).toBe(true);
  });
});

describe('another release', () => {
  it.each<[string, ReleaseFile, ReleaseFile]>([
    ['in another language', file, { ...file, targetLanguages: ['ja', 'ko'] }],
    ['that exports', file, { ...file, export: {} }],
    ['with another template', exporting(), exporting({ template: 'tpl-2' })],
    ['that is not published', file, { ...file, publish: false }],
    ['with a budget', file, { ...file, budget: { words: 5 } }],
    ['with another deadline', file, { ...file, terms: { deadline: '2 days' } }],
    ['with a threshold', exporting(), exporting({ minimumComplete: { ja: 90 } })],
  ])('is one %s', (_what, one, other) => {
    expect(isSameContent(input(one), input(other))).toBe(false);
  });

  it('is one of other strings', () => {
    const other = { ...input(file), source: { ...source, sha256: 'b'.repeat(64) } };
    expect(isSameContent(input(file), other)).toBe(false);
  });
});

it('what a file need not say is what the schema fills in', () => {
  const { name, source: from, targetLanguages, ...filled } = releaseSpec.parse(file);
  const defaults = { ...releaseDefaults, supplement: undefined, export: undefined, announce: undefined };
  expect(filled).toEqual(defaults);
  expect([name, from, targetLanguages]).toEqual(['game-1', { file: 'en.json' }, ['ja']]);
  expect(contentOf(input(file))).toEqual({ name: 'game-1', source, targetLanguages: ['ja'], terms: {} });
});
