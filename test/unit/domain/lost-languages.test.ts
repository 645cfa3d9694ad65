import {
  lossFinding,
  lostLanguages,
  type LastPublication,
} from '../../../src/domain/release/release-languages';

const last = { id: 'default/game-2', at: '2026-11-02T10:00:00.000Z', languages: ['ja', 'ko', 'fr'] };
const words = { who: 'This release', remedy: { refused: 'Say so.', warned: 'Name them.' } };
const loss = (published: LastPublication, reading?: string) => ({
  languages: ['ja', 'de'],
  last: published,
  readings: reading === undefined ? {} : { 'publish-languages': reading },
});
const found = (published: LastPublication, reading?: string, loseLanguages = false) =>
  lossFinding(loss(published, reading), { ...words, loseLanguages });

it('warns of languages that may be lost, where nobody knows what a publish does', () => {
  expect(found(last)).toEqual({
    kind: 'warning',
    message:
      'This release may lose ko, fr, which default/game-2 has published. It is not documented whether a publish takes away languages that its task lacks. Name them.',
  });
  expect(lostLanguages(loss(last))).toEqual(['ko', 'fr']);
});

it('refuses where a publish is known to replace them', () => {
  expect(found(last, 'replace')).toEqual({
    kind: 'refusal',
    message: 'This release would lose ko, fr, which default/game-2 has published. Say so.',
  });
});

it('says nothing where a publish is known to keep them', () => {
  expect(found(last, 'keep')).toBeNull();
  expect(lostLanguages(loss(last, 'keep'))).toEqual([]);
});

it.each([undefined, 'replace', 'keep'])('says nothing of what may be lost (%s)', (reading) => {
  expect(found(last, reading, true)).toBeNull();
});

it.each([undefined, 'replace', 'keep'])('says nothing where nothing is lost (%s)', (reading) => {
  expect(found(null, reading)).toBeNull();
  expect(found({ ...last, languages: ['ja'] }, reading)).toBeNull();
});

it('is as strict where what was published cannot be read', () => {
  const unread = { unread: 'The record x cannot be read.' };
  const message = 'The record x cannot be read. So it is not known which languages would be lost.';
  expect(found(unread)).toEqual({ kind: 'warning', message: `${message} Name them.` });
  expect(found(unread, 'replace')).toEqual({ kind: 'refusal', message: `${message} Say so.` });
  expect(found(unread, 'keep')).toBeNull();
  expect(lostLanguages(loss(unread))).toEqual([]);
});
