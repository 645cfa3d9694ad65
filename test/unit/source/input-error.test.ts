import { InputError } from '../../../src/source/input-error';

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
