import { platformMessage, targetRemedy } from '../../../src/domain/target-remedy';

it.each([
  ['media_required', false, 'image or video'],
  ['token_expired', false, 'Authorize the account again'],
  ['something_new', true, 'in the application'],
  ['constructor', true, 'in the application'],
  [null, true, 'in the application'],
])('the remedy of %s on one account', (errorCode, retryCanHelp, advice) => {
  expect(targetRemedy(errorCode)).toEqual({
    cause: expect.stringMatching(/^the \w/) as string,
    retryCanHelp,
    advice: expect.stringContaining(advice) as string,
  });
});

it('what the platform said is told apart from our advice', () => {
  const { advice } = targetRemedy('token_expired');
  const told = (message: string | null) => platformMessage({ message, errorCode: 'token_expired' });
  expect(told(`Session invalid. ${advice}`)).toBe('Session invalid.');
  expect(told('Something else.')).toBe('Something else.');
  expect(told(null)).toBeNull();
});
