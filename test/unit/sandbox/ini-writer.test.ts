import { IniWriter } from '../../../src/sandbox/localization/ini-writer';

type IniLayout = 'language' | 'string';

interface Row {
  string_id: string;
  texts: Record<string, string>;
}

function write(
  rows: readonly Row[],
  languages: readonly string[],
  layout: IniLayout,
  escapeMode: 'escape' | 'no-escape',
): string {
  const columns = languages.map((language) => ({ label: language, key: language }));
  const writer = new IniWriter({ columns, layout, encoding: 'utf-8', escapeMode });
  for (const row of rows) writer.add(row.string_id, row.texts);
  return Buffer.concat(writer.chunks()).toString('utf8');
}

describe('the writer', () => {
  const row = (string_id: string, ja: string, ko = ''): Row => ({ string_id, texts: { ja, ko } });

  test('leaves plain texts bare, and quotes only what could not be read back', () => {
    const rows = [row('menu.start', 'スタート "今"; #1 = [x]'), row('a=b', ' edge'), row('[x]', '"said"')];
    expect(write(rows, ['ja'], 'language', 'no-escape')).toBe(
      '[ja]\nmenu.start=スタート "今"; #1 = [x]\n"a=b"=" edge"\n"[x]"="""said"""\n',
    );
  });

  test('quotes a section name that holds a bracket', () => {
    expect(write([row('item[0]', '剣')], ['ja'], 'string', 'no-escape')).toBe('["item[0]"]\nja=剣\n');
  });

  test('escapes newline, carriage return, tab and backslash in values', () => {
    expect(write([row('a\\b', 'x\n\r\t\\y')], ['ja'], 'language', 'escape')).toBe(
      '[ja]\na\\b=x\\n\\r\\t\\\\y\n',
    );
  });

  test('keeps a raw newline inside quotes where escaping is off', () => {
    expect(write([row('a', 'x\ny')], ['ja'], 'language', 'no-escape')).toBe('[ja]\na="x\ny"\n');
  });

  test('leaves out empty texts, and rows without an id', () => {
    const rows = [row('a', '', '가'), row('', 'x', 'y')];
    expect(write(rows, ['ja', 'ko'], 'language', 'no-escape')).toBe('[ja]\n[ko]\na=가\n');
    expect(write(rows, ['ja', 'ko'], 'string', 'no-escape')).toBe('[a]\nko=가\n');
  });
});
