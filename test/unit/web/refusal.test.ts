import { isNotThere, refusalOf } from '../../../web/api';

it('only the gateway can say that a release is not there', () => {
  expect(isNotThere(refusalOf(404, { code: 'not_found', message: 'There is no such release.' }))).toBe(true);
  expect(isNotThere(refusalOf(404, { code: 'no_such_address', message: 'There is no such address.' }))).toBe(
    false,
  );
  // The page of a proxy is no JSON.
  expect(isNotThere(refusalOf(404, null))).toBe(false);
  expect(isNotThere(new Error('404'))).toBe(false);
});
