import type { Finding } from '../../../src/source/input-error';
import { hasIcuChoice, readIcu } from '../../../src/source/formats/icu-message';
import { placeholdersIn } from '../../../src/source/formats/plurals';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { findingsOf } from './readings';

const scratch = useScratch();

/** What is doubtful in a file that is read, as `line key: message`. */
async function doubtsOf(name: string, text: string): Promise<string[]> {
  const doubts: Finding[] = [];
  await readSource(await scratch.write(name, text), undefined, (found) => doubts.push(...found));
  return doubts.map(({ line, key, message }) => `${line ?? '-'} ${key ?? '-'}: ${message}`);
}

async function faultsOf(name: string, text: string): Promise<string[]> {
  const findings = await findingsOf(readSource(await scratch.write(name, text)));
  return findings.map(({ line, key, message }) => `${line ?? '-'} ${key ?? '-'}: ${message}`);
}

describe('plural forms', () => {
  it.each([
    ['of i18next', 'a.json', '{"items_one": "One item", "items_other": "{{count}} items"}'],
    [
      'of i18next with formats',
      'a.json',
      '{"i_one": "{{- count}} of {{x}}", "i_other": "{{count, number}} of {{x}}"}',
    ],
    ['of Rails', 'a.yaml', 'en:\n  items:\n    zero: None\n    one: One\n    other: "%{count} items"\n'],
    ['of printf', 'a.json', '{"f_one": "One file in %1$s", "f_other": "%2$d files in %1$s"}'],
    [
      'that name the count only in words of one',
      'a.json',
      '{"a_one": "{{count}} day", "a_other": "Some days"}',
    ],
    ['of one form alone, which is no plural', 'a.json', '{"option_other": "Other", "player_one": "You"}'],
    [
      'in keys of something else',
      'a.json',
      '{"player_one": "Ann", "player_two": "Ben", "select_one": "x", "select_many": "y", "reason_one": "{a}", "reason_other": "{b}", "step_one": "Enter {number}", "step_two": "Enter {n}", "p": {"one": "Ann", "two": "Ben"}, "m": {"sale_one": "50%off", "sale_other": "Less"}}',
    ],
    ['in a mapping of other things', 'a.json', '{"other": {"title": "x"}, "one": "y"}'],
  ])('%s are read', async (_what, name, text) => {
    expect(await doubtsOf(name, text)).toEqual([]);
  });

  it.each([
    [
      'without other in a mapping',
      'a.yaml',
      'items:\n  one: "%{count} item"\n  few: "%{count} items"\n',
      ['2 items: has the plural form one, few, but not the form other'],
    ],
  ])('%s are refused', async (_what, name, text, faults) => {
    expect(await faultsOf(name, text)).toEqual(faults);
  });

  it.each([
    [
      'other placeholders',
      'a.json',
      '{"a": {"one": "{{nmae}} has one",\n"other": "{{name}} has {{count}}"}}',
      [
        '1 a.one: content has {{nmae}}, which a.other does not have',
        '1 a.one: content leaves out {{name}}, which a.other has',
      ],
    ],
    [
      'the count left out where it is many',
      'a.yaml',
      'm:\n  a:\n    one: One\n    few: Some\n    other: "%{count}"\n',
      ['4 m.a.few: content leaves out %{count}, which m.a.other has'],
    ],
    [
      'several placeholders left out, spelt as they are',
      'a.json',
      '{"p": {"one": "Done", "other": "%(progress)s of %(total)d, %(count)s"}}',
      ['1 p.one: content leaves out %(progress)s, %(total)d, which p.other has'],
    ],
    [
      'other placeholders in gettext',
      'a.po',
      'msgid "One of %s"\nmsgid_plural "%d of %@"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      [
        '1 One of %s.one: content has %s, which One of %s.other does not have',
        '1 One of %s.one: content leaves out %@, which One of %s.other has',
      ],
    ],
    [
      'endings of keys without other',
      'a.json',
      '{"x": "y",\n"items_one": "{{count}} item"}',
      ['2 items: has the plural form one, but not the form other'],
    ],
    [
      'endings of keys beside a count',
      'a.yaml',
      'items_one: "{name} has one"\nitems_other: "They have {count}"\n',
      ['1 items_one: content has {name}, which items_other does not have'],
    ],
    [
      'a stranger among forms',
      'a.yaml',
      'items:\n  one: x\n  other: y\n  title: z\n',
      ['4 items.title: is next to plural forms (one, other), but is not one of them'],
    ],
    [
      'a placeholder that may be the count',
      'a.po',
      'msgid "One file"\nmsgid_plural "{files} files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      ['1 One file.one: content leaves out {files}, which One file.other has'],
    ],
    [
      'forms of ICU that differ',
      'a.json',
      '{"a": "{n, plural, one {{name} has #} other {They have #}}"}',
      ['1 a: content has {name} in the form one of {n, plural} and not in other'],
    ],
  ])('are told, and not refused, for %s', async (_what, name, text, doubts) => {
    expect(await doubtsOf(name, text)).toEqual(doubts);
  });
});

describe('an ICU message', () => {
  it.each([
    ['{n, plural, one {x}}', 'has no form other in {n, plural}'],
    ['{g, select, male {x}}', 'has no form other in {g, select}'],
    ['{n, plural, one {x} one {y} other {z}}', 'has the form one twice in {n, plural}'],
    ['{n, plural, other {{g, select, a {b}}}}', 'has no form other in {g, select}'],
    [
      '{n, plural, tow {x} other {y}}',
      'is not a valid ICU message: The plural case tow is not valid in this locale',
    ],
  ])('%s is refused', async (message, fault) => {
    expect(await faultsOf('a.json', JSON.stringify({ a: message }))).toEqual([`1 a: content ${fault}`]);
  });

  it.each([
    '{n, plural, =0 {none} one {# item of {shop}} other {# items of {shop}}}',
    "{n,plural,offset:1 other{# '{'sic'}'}}",
    '{g, select, male {he} other {they}}',
    '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  ])('%s is read', (message) => {
    expect(hasIcuChoice(message)).toBe(true);
    expect(readIcu(message)).toMatchObject({ fault: null, warning: null });
  });

  it('is not seen in what only looks like one', () => {
    for (const text of ['{{count, plural}}', '{a}, plural, {b}', 'a plural, {x, number}'])
      expect(hasIcuChoice(text)).toBe(false);
  });

  it('is refused or read, and never thrown out', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      'a',
      ',',
      ' plural',
      ' select',
      ',',
      ' other',
      "'",
      '#',
      '=1',
      ' ',
      '\n',
    );
    fc.assert(fc.property(fc.string({ unit: piece, maxLength: 60 }), (text) => void readIcu(text)));
  });
});

describe('placeholders', () => {
  it.each([
    ['{{name}} {{- count, number}} {{ a.b }}', ['{{name}}', '{{count}}', '{{a.b}}']],
    ['%{name} ${x} {0} { y }', ['%{name}', '${x}', '{0}', '{y}']],
    ['%s %5.2f %1$@ %lu %(name)s', ['%s', '%f', '%1$@', '%d', '%(name)s']],
    ['100 % sure, 5%% done, {} and {not one}', []],
  ])('of %s', (text, placeholders) => {
    expect([...placeholdersIn(text)]).toEqual(placeholders);
  });
});
