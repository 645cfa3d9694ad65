import { cli } from '../../support/cli';

const nowhere = { TEMPORAL_ADDRESS: '127.0.0.1:1', LOCRELEASE_ANSWER_TIMEOUT: '1s' };

describe('an empty value, as of a variable that nobody has set,', () => {
  it.each([
    [['status', ''], "argument 'id'"],
    [['start', ''], "argument 'file'"],
    [['terms', 'delete', 'game', 'term_1', ''], "argument 'terms'"],
    [['files', 'game', '--to', ''], "option '--to <directory>'"],
    [['files', 'game', '--to='], "option '--to <directory>'"],
    [['service', 'post', 'publish', 'post_1', '--account', ''], "option '--account <account>'"],
    [['terms', 'edit', 'game', 'term_1', '--term', ''], "option '--term <text>'"],
    [['terms', 'reject', 'game', '--reason', ''], "option '--reason <text>'"],
    [['list', '--columns', ''], "option '--columns <names>'"],
  ])('is refused with what has it: %j', async (words, what) => {
    const { code, stdout, stderr } = await cli(words, nowhere);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`${what}.*(must not be empty|is invalid)`));
  });

  it.each([
    [['cancel', 'game', '--reason', '']],
    [['terms', 'edit', 'game', 'term_1', '--note', '']],
    [['terms', 'edit', 'game', 'term_1', '--translation', 'ja=']],
  ])('is taken where it is a note for people, or clears a field: %j', async (words) => {
    expect((await cli(words, nowhere)).code).toBe(9);
  });
});

it('two translations into one language are refused: only one can be meant', async () => {
  const { code, stderr } = await cli(
    ['terms', 'edit', 'game', 'term_1', '--translation', 'ja=a', '--translation', 'ja=b'],
    nowhere,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('ja has a translation already.')]);
});
