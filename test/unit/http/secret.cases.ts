import { inspect } from 'node:util';
import { headerCredentialFault, redactor, Secret, secretFault } from '../../../src/http/secret';
import fc from '../../support/fast-check';

describe('Secret', () => {
  const secret = new Secret('hunter2-hunter2');

  it('gives its value only where it is asked for', () => {
    expect(secret.reveal()).toBe('hunter2-hunter2');
  });

  it.each([
    ['a text', (holder: { secret: Secret }) => String(holder.secret)],
    ['JSON', (holder: { secret: Secret }) => JSON.stringify(holder)],
    ['inspect', (holder: { secret: Secret }) => inspect(holder, { depth: 10, showHidden: true })],
    ['a copy', (holder: { secret: Secret }) => inspect(Object.assign({}, holder.secret))],
    ['an error cause', (holder: { secret: Secret }) => inspect(new Error('x', { cause: holder }))],
  ])('does not show it in %s', (_where, print) => {
    expect(print({ secret })).not.toContain('hunter2');
  });

  it.each([
    ['', 'secret is empty'],
    ['   ', 'secret starts or ends with white space (a trailing newline?)'],
    ['hunter2\n', 'secret starts or ends with white space (a trailing newline?)'],
    [' hunter2', 'secret starts or ends with white space (a trailing newline?)'],
    ['hun\nter2', 'secret contains a control character'],
    ['hun\u0000ter2', 'secret contains a control character'],
  ])('refuses %j and says why, without repeating it', (value, message) => {
    expect(() => new Secret(value)).toThrow(new TypeError(message));
    expect(message).not.toContain('hunter2');
  });

  it.each(['x', 'with spaces within', 'p@ss"word', '密钥'])('accepts %j', (value) => {
    expect(secretFault(value)).toBeNull();
  });
});

describe('a credential that a header carries', () => {
  const unsendable = 'contains a space or a non-ASCII character, which an HTTP header cannot carry';

  it.each([
    ['key_1-a+b/c=', null],
    ['', 'is empty'],
    ['key\n', 'starts or ends with white space (a trailing newline?)'],
    ['my key', unsendable],
    ['schlüssel', unsendable],
    ['密钥', unsendable],
    ['key\u200b1', unsendable],
  ])('%j has the fault %j', (value, fault) => {
    expect(headerCredentialFault(value)).toBe(fault);
  });
});

describe('redactor', () => {
  const redact = redactor([new Secret('hunter2-hunter2')]);

  it('masks every occurrence of a secret', () => {
    expect(redact('got hunter2-hunter2, wanted "hunter2-hunter2"')).toBe('got [secret], wanted "[secret]"');
  });

  it('takes a secret as text, whatever it holds', () => {
    expect(redactor([new Secret('$&.*(a')])('sign=$&.*(a')).toBe('sign=[secret]');
  });

  it('masks a long secret whole where a short one is part of it', () => {
    expect(redactor([new Secret('abc'), new Secret('xxabcyy')])('xxabcyy abc')).toBe('[secret] [secret]');
  });

  it.each([
    ['see https://files.example/a.ini?sig=s1&exp=2 now', 'see https://files.example/a.ini?[redacted] now'],
    ['<a href="HTTPS://files.example/a?sig=s1">x</a>', '<a href="HTTPS://files.example/a?[redacted]">x</a>'],
    ["https://files.example/a?name=Tom's.ini&sig=s1", 'https://files.example/a?[redacted]'],
    ['https://files.example/a#access_token=s1', 'https://files.example/a?[redacted]'],
    ['https://files.example/a?s1', 'https://files.example/a?[redacted]'],
    ['["https:\\/\\/files.example\\/a?sig=s1"]', '["https:\\/\\/files.example\\/a?[redacted]"]'],
    ['Route GET:/files/a.ini?sig=s1 not found', 'Route GET:/files/a.ini?[redacted] not found'],
    ['http://a.example/x?sig=s1,http://b.example/y?sig=s1', 'http://a.example/x?[redacted]'],
  ])('hides the query of a link: %s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it.each([
    'task task_1 does not exist',
    'Is it there? No.',
    'see https://docs.example/errors/400',
    'fields #1 and #2 are missing',
    'a=b, c=d',
  ])('leaves other text alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('leaves no secret in any text, and changes nothing more when it is used again', () => {
    const secrets = fc.array(fc.stringMatching(/^[a-z0-9]{9,20}$/), { minLength: 1, maxLength: 3 });
    const words = fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 });
    fc.assert(
      fc.property(secrets, words, fc.nat(), (values, texts, at) => {
        const clean = redactor(values.map((value) => new Secret(value)));
        const place = at % (texts.length + 1);
        const text = [...texts.slice(0, place), ...values, ...texts.slice(place)].join('');
        const once = clean(text);
        for (const value of values) expect(once).not.toContain(value);
        expect(clean(once)).toBe(once);
      }),
    );
  });

  it.each(['http://', 'https:', '?', '#', '?a', '=?', 'a', ' ', '\n', 'hunter2-hunter2', 'hunter2-'])(
    'looks at nothing that is not shown, of a million times %j',
    (unit) => {
      const clean = redact(unit.repeat(1_000_000));
      expect(clean.length).toBeLessThanOrEqual(4000);
      expect(clean).not.toContain('hunter2-hunter2');
    },
  );

  it('does not cut a secret in two', () => {
    const short = redactor([new Secret('hunter2-hunter2'), new Secret('2-secret')], 40);
    for (let before = 0; before <= 60; before += 1) {
      const clean = short(`${'.'.repeat(before)}hunter2-hunter2-secret${'.'.repeat(100)}`);
      expect(clean).not.toMatch(/hunter|2-s/);
      expect(clean.length).toBeLessThanOrEqual(48);
    }
    const ends = new Secret('abababab');
    expect(redactor([ends], 21)('ab'.repeat(1000))).not.toContain('abababab');
  });
});
