import { isOpen, OPEN, openIn } from '../../../src/temporal/open-executions';
import fc from '../../support/fast-check';

it.each([
  ['RUNNING', true],
  ['PAUSED', true],
  ['COMPLETED', false],
  ['FAILED', false],
  ['CANCELLED', false],
  ['TERMINATED', false],
  ['TIMED_OUT', false],
  ['CONTINUED_AS_NEW', false],
  ['UNSPECIFIED', false],
])('an execution that is %s is open: %j', (status, expected) => {
  expect(isOpen(status)).toBe(expected);
});

it('a query names the same as open', () => {
  const named = [...OPEN.matchAll(/'(\w+)'/g)].map(([, name = '']) => name.toUpperCase());
  expect(named.filter(isOpen)).toEqual(['RUNNING', 'PAUSED']);
});

it('the name of a project stays one text in a query, whatever is in it', () => {
  const name = fc.string({ unit: fc.constantFrom("'", '\\', 'a', ' ', '"', '%') });
  fc.assert(
    fc.property(name, (project) => {
      const [, quoted = ''] =
        /^LocreleaseProject = '((?:[^'\\]|\\.)*)' AND ExecutionStatus/.exec(openIn(project)) ?? [];
      expect(quoted.replace(/\\(.)/g, '$1')).toBe(project);
    }),
  );
});
