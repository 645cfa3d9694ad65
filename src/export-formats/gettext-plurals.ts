/** Which plural forms a language has in gettext, in the order of msgstr[0], msgstr[1] and so on. */
interface GettextPlurals {
  /** Of the header `Plural-Forms`. */
  header: string;
  forms: readonly string[];
}

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2';

const rules: readonly [languages: string, forms: string, expression: string][] = [
  ['ja ko zh vi th id ms lo my km bo dz ig jv kde kea lkt sah ses sg su to wo yo yue bm', 'other', '0'],
  ['fr pt hy ff kab fa hi bn gu kn as am zu ak ln mg nso pa ti wa doi si', 'one other', 'n > 1'],
  ['pt-pt', 'one other', 'n != 1'],
  ['he iw se', 'one two other', 'n==1 ? 0 : n==2 ? 1 : 2'],
  ['is mk', 'one other', 'n%10!=1 || n%100==11'],
  ['fil tl ceb', 'one other', 'n!=1 && n!=2 && n!=3 && (n%10==4 || n%10==6 || n%10==9)'],
  ['ru uk be', 'one few many', SLAVIC],
  ['sr hr bs sh', 'one few other', SLAVIC],
  ['pl', 'one few many', 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2'],
  ['cs sk', 'one few other', 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2'],
  [
    'lt',
    'one few other',
    'n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && n%10<=9 && (n%100<11 || n%100>19) ? 1 : 2',
  ],
  ['lv', 'zero one other', 'n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2'],
  [
    'mt',
    'one two few many other',
    'n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4',
  ],
  ['ro mo', 'one few other', 'n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2'],
  ['sl', 'one two few other', 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  ['ga', 'one two few many other', 'n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4'],
  [
    'ar',
    'zero one two few many other',
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
  ],
  ['cy', 'zero one two few many other', 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5'],
];

export function gettextPlurals(language: string): GettextPlurals {
  const code = language.toLowerCase();
  const [first = ''] = code.split('-');
  const has = (name: string): (typeof rules)[number] | undefined =>
    rules.find(([languages]) => languages.split(' ').includes(name));
  const [, forms, expression] = has(code) ?? has(first) ?? ['', 'one other', 'n != 1'];
  const names = forms.split(' ');
  return { header: `nplurals=${names.length}; plural=(${expression});`, forms: names };
}
