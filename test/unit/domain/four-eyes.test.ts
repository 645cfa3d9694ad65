import { fourEyesFault, reviewlessFaults, UNNAMED } from '../../../src/domain/review/four-eyes';

// The last one is in full-width letters.
it.each(['olga', 'Olga', ' olga ', 'ｏｌｇａ'])(
  'keeps who started a release from confirming it as %j',
  (by) => {
    expect(fourEyesFault('olga', by)).toMatch(/^You started this release\. .* another person/);
  },
);

it('asks for a name', () => {
  expect(fourEyesFault('olga', UNNAMED)).toMatch(/needs the name/);
});

it('lets anybody else confirm, and everybody where nobody is known to have started it', () => {
  expect(fourEyesFault('olga', 'ivan')).toBeNull();
  expect(fourEyesFault(null, 'olga')).toBeNull();
  expect(fourEyesFault(null, UNNAMED)).toBeNull();
});

it.each([
  [{ scan: true, confirmation: 'operator', onDeadline: 'reject' }, []],
  [{ scan: false }, ['terms.scan must be true']],
  [{ confirmation: 'automatic' }, ['terms.confirmation must be operator']],
  [{ onDeadline: 'confirm' }, ['terms.onDeadline must be reject']],
] as const)('of a review, the rule refuses what is in %j', (terms, faults) => {
  const found = reviewlessFaults(terms).map(
    ({ key, message }) => `${key.join('.')} ${message.split(':')[0] ?? ''}`,
  );
  expect(found).toEqual(faults);
});
