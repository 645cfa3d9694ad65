import { createHash } from 'node:crypto';
import { quoted, readReleasesPage } from '../../../src/client/releases/release-pages';
import { Secret } from '../../../src/http/secret';

const place = `0.${Buffer.from('{"made":"up"}').toString('base64url')}`;
const digest = createHash('sha256').update(place).digest('base64url');

it.each([`${place}.${digest}`, `${place}.${digest.slice(0, 8)}`, place, '', 'a.b.c'])(
  'the cursor %j, which nobody gave, is refused before Temporal is asked',
  async (cursor) => {
    for (const secret of [null, new Secret('of all gateways')]) {
      const asked = readReleasesPage({} as never, {}, { limit: 10, cursor, secret });
      await expect(asked).rejects.toThrow('The cursor is not valid for this list.');
    }
  },
);

it('a filter with a character that Temporal does not take is refused', () => {
  expect(quoted("o'clock \\")).toBe("'o\\'clock \\\\'");
  expect(() => quoted('a\0b')).toThrow('A filter holds a character that no name has.');
});
