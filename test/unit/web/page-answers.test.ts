/** The page says what it reads as the table of operations says it. The compiler does the work. */
import type { Operations } from '../../../src/operations/all-operations';
import type { PageResponses } from '../../../web/api';

type Asked = keyof PageResponses & keyof Operations;
type Returned<Name extends Asked> = Awaited<ReturnType<Operations[Name]['run']>>;
type Misread = { [Name in Asked]: Returned<Name> extends PageResponses[Name] ? never : Name }[Asked];

it('what operations return is what the page reads', () => {
  const isRight: [Misread] extends [never] ? true : Misread = true;
  expect(isRight).toBe(true);
});
