import { effect } from '@preact/signals-core';
import { Accepted, type KeptMarks } from '../../../web/review/accepted';
import { sheetTerm } from './sheet-terms';

function browser(): KeptMarks {
  let kept = '{}';
  return {
    read: () => JSON.parse(kept) as Record<string, string>,
    write: (marks) => (kept = JSON.stringify(marks)),
  };
}

const [one, other] = [sheetTerm('a'), sheetTerm('b')];

it('what was found good is so for whoever opens the page next, until it says something else', () => {
  const kept = browser();
  new Accepted(kept).set([one], true);
  const accepted = new Accepted(kept);
  expect([one, other].map((term) => accepted.has(term))).toEqual([true, false]);
  expect(accepted.has({ ...one })).toBe(true);
  expect(accepted.has({ ...one, category: 'place' })).toBe(false);
  expect(accepted.has({ ...one, translations: { ...one.translations, ja: 'other' } })).toBe(false);
  // An empty translation is none, and what the termbase has is no part of the term.
  expect(accepted.has({ ...one, translations: { ...one.translations, fr: '' } })).toBe(true);
  expect(accepted.has({ ...one, compared: false })).toBe(true);
  accepted.set([one], false);
  expect(new Accepted(kept).has(one)).toBe(false);
});

it('two windows lose none of what the other one marked', () => {
  const kept = browser();
  const [first, second] = [new Accepted(kept), new Accepted(kept)];
  first.set([one], true);
  second.set([other], true);
  first.reread();
  expect([one, other].map((term) => first.has(term))).toEqual([true, true]);
});

it('says nothing new where another window has written the same', () => {
  const kept = browser();
  const accepted = new Accepted(kept);
  accepted.set([one], true);
  let looks = 0;
  effect(() => {
    accepted.has(one);
    looks += 1;
  });
  accepted.reread();
  expect(looks).toBe(1);
  new Accepted(kept).set([other], true);
  accepted.reread();
  expect(looks).toBe(2);
});

it('is to be looked at again once somebody else wants it out, or back', () => {
  const removed = { ...one, removed: { by: 'pavel', at: '2026-03-01T10:00:00.000Z' } };
  const accepted = new Accepted(browser());
  accepted.set([one], true);
  expect(accepted.has(removed)).toBe(false);
  accepted.set([removed], true);
  expect([removed, one].map((term) => accepted.has(term))).toEqual([true, false]);
});

it('a term by the name of an inherited property is not accepted', () => {
  expect(new Accepted(browser()).has(sheetTerm('constructor'))).toBe(false);
});
