/** The page says what it reads as the table of operations says it. The compiler does the work. */
import type { Operations } from '../../../src/operations/all-operations';
import type { PageAnswers } from '../../../web/api';

type Asked = keyof PageAnswers & keyof Operations;
type Returned<Name extends Asked> = Awaited<ReturnType<Operations[Name]['run']>>;
type Misread = { [Name in Asked]: Returned<Name> extends PageAnswers[Name] ? never : Name }[Asked];

it('what operations return is what the page reads', () => {
  const misread: Misread[] = [] satisfies never[] as [Misread] extends [never] ? [] : never;
  expect(misread).toEqual([]);
});
