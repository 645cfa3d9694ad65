import type { ReleaseInput } from '../../../src/domain/release/release-input';
import { isSameRequest } from '../../../src/domain/release/release-input';
import { endedInput } from '../../support/manifest';

const input = endedInput();
const { spec } = input;
const snapshot = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 2 } as const;
const exporting = (change: Partial<NonNullable<typeof spec.export>>): typeof spec => ({
  ...spec,
  ...(spec.export && { export: { ...spec.export, ...change } }),
});
const withoutExport = { ...spec };
delete withoutExport.export;

it.each<[string, Partial<ReleaseInput>]>([
  ['is asked for by somebody else', { startedBy: 'root' }],
  ['has its files elsewhere', { spec: exporting({ directory: '/elsewhere' }) }],
  ['has other notes beside its strings', { source: { ...snapshot, notes: 'b'.repeat(64) } }],
  ['has its fields in another order', { spec: Object.assign({ publish: spec.publish }, spec) }],
])('a release is the same that %s', (_what, change) => {
  expect(isSameRequest(input, { ...input, ...change })).toBe(true);
});

it.each<[string, Partial<ReleaseInput>]>([
  ['other strings', { source: { ...snapshot, sha256: 'b'.repeat(64) } }],
  ['other languages', { spec: { ...spec, targetLanguages: ['ko'] } }],
  ['another rule for its terms', { spec: { ...spec, terms: { ...spec.terms, deadline: 1 } } }],
  ['another template', { spec: exporting({ template: 'tpl-2' }) }],
  ['no export', { spec: withoutExport }],
  ['no publish', { spec: { ...spec, publish: false } }],
])('a release is another one with %s', (_what, change) => {
  expect(isSameRequest(input, { ...input, ...change })).toBe(false);
  expect(isSameRequest({ ...input, ...change }, input)).toBe(false);
});
