import { InputError, unlessReported } from '../../../src/source/input-error';

const finding = { file: 'a.json', line: 3, key: 'menu.start', message: 'content is empty' };

describe('an input error', () => {
  it('has a line for each finding, with file, line and key as far as there are any', () => {
    const findings = [
      finding,
      { ...finding, key: null },
      { ...finding, line: null, key: null, message: 'is empty' },
    ];
    expect(new InputError(findings).message).toBe(
      'a.json:3: menu.start: content is empty\na.json:3: content is empty\na.json: is empty',
    );
  });

  it('tells twenty findings and counts the rest, and keeps all', () => {
    const error = new InputError(Array.from({ length: 23 }, () => finding));
    expect(error.message.split('\n')).toHaveLength(21);
    expect(error.message).toMatch(/\nand 3 more$/);
    expect(error.findings).toHaveLength(23);
  });

  it('keeps to one line whatever the key holds', () => {
    const messageFor = (key: string): string => new InputError([{ ...finding, key }]).message;
    expect(messageFor('a\nb')).toBe('a.json:3: "a\\nb": content is empty');
    expect(messageFor(' a')).toBe('a.json:3: " a": content is empty');
    expect(messageFor('k'.repeat(5000)).length).toBeLessThan(200);
  });
});

describe('a file that is read without a result', () => {
  const findingsOf = (read: Parameters<typeof unlessReported>[1]): unknown => {
    try {
      return unlessReported('a.json', read);
    } catch (error) {
      return error instanceof InputError ? error.findings : error;
    }
  };

  it('is refused, also where nobody said why', () => {
    const unread = { file: 'a.json', line: null, key: null, message: 'cannot be read' };
    expect(findingsOf(() => null)).toEqual([unread]);
    expect(
      findingsOf((report) => {
        report({ line: 1, key: null, message: 'is odd', isDoubt: true });
        return null;
      }),
    ).toEqual([unread]);
  });

  it('is refused with what was said where something was', () => {
    expect(
      findingsOf((report) => {
        report({ line: 3, key: 'menu.start', message: 'content is empty' });
        return null;
      }),
    ).toEqual([finding]);
  });
});
