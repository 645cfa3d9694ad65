/** Held against the plural rules of CLDR, which Node brings along. */
import { gettextPlurals } from '../../../src/export-formats/po';
import { expectEach } from '../../support/expect-each';

const languages =
  'af am ar az be bg bm bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl no pa pl ps pt pt-br pt-pt ro ru sd se si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo yue zh zh-cn zh-hant zu';

it('each language has its forms in their order', () => expectEach(languages.split(' '), String, expectForms));

function expectForms(language: string): void {
  const { header, forms } = gettextPlurals(language);
  const [, count, expression = ''] = /^nplurals=(\d); plural=\((.+)\);$/.exec(header) ?? [];
  expect(Number(count)).toBe(forms.length);
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 301 }, (_, n) => n);
  // C and JavaScript read the expression alike.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const placeOf = new Function('n', `return Number(${expression})`) as (n: number) => number;
  expect(numbers.map((n) => forms[placeOf(n)])).toEqual(numbers.map((n) => rules.select(n)));
}
