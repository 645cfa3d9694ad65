import { cannotRead, cannotWrite, pathFault } from '../../../src/domain/text/path-fault';

const failed = (code: string): Error =>
  Object.assign(new Error(`${code}: words of the system, open 'x'`), { code });

it.each([
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENAMETOOLONG',
  'ELOOP',
])('%s is told in plain words, with the path and what to do', (code) => {
  const text = cannotWrite('out/game.ini', failed(code));
  expect(text).toMatch(/^Cannot write out\/game\.ini: it [a-z ,:()]+\. [A-Z][a-z ,]+\.$/);
  expect(cannotRead('out', failed(code))).toMatch(/^Cannot read out: it [a-z ,:()]+\.$/);
  expect(pathFault(failed(code))).not.toContain(code);
});

it('anything else is told as it is', () => {
  expect(cannotWrite('out', failed('EIO'))).toBe(
    "Cannot write out: EIO: words of the system, open 'x'. Use another path.",
  );
  expect(cannotRead('out', 'no')).toBe('Cannot read out: no.');
  expect(pathFault(null)).toBeNull();
});
