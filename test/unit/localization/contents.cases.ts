import { Readable } from 'node:stream';
import { UnknownEncoding, decodeText } from '../../../src/localization/decode-text';
import { reading } from '../../../src/http/replies/facts';
import { asSheetRef, partText } from '../../../src/domain/review/term-sheet';
import { replies } from '../../../src/localization/replies';
import { createBody, type NewTerm, hasValues, termKey } from '../../../src/localization/requests';
import fc from '../../support/fast-check';
import { changedTerm } from '../../../src/sandbox/localization/project-state';

describe('decode text', () => {
  const said = '[ja]\ngreeting=長老ミラ';
  const utf16le = Buffer.from(said, 'utf16le');

  async function decoded(bytes: Uint8Array): Promise<string> {
    let whole = '';
    for await (const piece of decodeText(Readable.from([bytes]))) whole += piece;
    return whole;
  }

  describe('the encoding of a file', () => {
    it.each([
      ['UTF-8', Buffer.from(said)],
      ['UTF-8 with its mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(said)])],
      ['UTF-16, little end first', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le])],
      ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16le).swap16()])],
      ['UTF-16 without a mark', utf16le],
    ])('is told where it is %s', async (_what, bytes) => {
      expect(await decoded(bytes)).toBe(said);
    });

    it('is unknown where the bytes are none of these', async () => {
      await expect(decoded(Buffer.from([0x83, 0x7e, 0x83, 0x89]))).rejects.toThrow(UnknownEncoding);
    });
  });
});

describe('replies', () => {
  const taskIn = reading(replies['GET /tasks/status']);
  const supplementIn = reading(replies['POST /tasks/supplement-translate']);

  describe('The status of a task', () => {
    it.each([
      [{ status: 'FINISHED', is_completed: true }, 'completed'],
      [{ status: 'TASK_STATUS_COMPLETED' }, 'completed'],
      [{ status: 'running', is_failed: 1 }, 'failed'],
      [{ status: 'running', requires_confirmation: 'true' }, 'waiting_confirmation'],
      [{ status: 'completed', is_completed: false }, 'running'],
      [{ status: 'optimizing', is_completed: false }, 'optimizing'],
    ])('of %j is %s: a flag counts before a word', (said, status) => {
      expect(taskIn(said)?.status).toBe(status);
    });

    it.each([{ is_failed: false, requires_confirmation: false }, { is_completed: false }])(
      'of %j alone would be waited for without an end: it cannot be read',
      (said) => expect(taskIn(said)).toBeUndefined(),
    );

    it.each([
      [
        { status: 'running', is_completed: true },
        'The service says status running and is_completed true. The flag counts.',
      ],
      [
        { status: 'failed', is_failed: false },
        'The service says status failed and is_failed false. The flag counts.',
      ],
      [{ status: 'finished', is_completed: true }, undefined],
      [{ status: 'completed', is_completed: true, is_failed: false }, undefined],
    ])('that says %j against itself is told', (said, sentence) => {
      expect(taskIn(said)?.contradiction).toBe(sentence);
    });
  });

  it.each([
    [{ job_id: null, effective_target_languages: ['ko'] }, true],
    [{ job_id: null, all_already_translated: true }, true],
    [{ job_id: null, all_already_translated: false, effective_target_languages: [] }, false],
    [{}, false],
  ])('The reply to a supplement %j is an answer: %s', (said, isOne) => {
    expect(supplementIn(said) !== undefined).toBe(isOne);
  });

  it('A list of which the service gave a part says so, also after a change', () => {
    const sheet = { total: 50, digest: 'd', list: 'l', base: 'b', marks: null, removed: 0, matches: null };
    expect(partText(sheet)).toBeNull();
    const part = asSheetRef(sheet, 80);
    expect(partText(asSheetRef(part))).toContain('told of 130 terms and gave 50');
    expect(partText(asSheetRef(part, 0))).toBeNull();
  });
});

describe('create body', () => {
  const task = { client_task_id: 'c', name: 'n', target_languages: ['ja'] };
  const text = fc.string({ unit: 'binary' });
  const parts = fc.array(fc.array(fc.record({ string_id: text, content: text })));

  async function* comingIn<Part>(all: readonly Part[]): AsyncGenerator<Part> {
    for (const part of all) {
      await Promise.resolve();
      yield part;
    }
  }

  describe('the body of the create call', () => {
    it('is the same JSON, however its strings come', async () => {
      await fc.assert(
        fc.asyncProperty(parts, async (these) => {
          const whole = { ...task, strings: these.flat() };
          const inParts = await createBody({ ...task, strings: comingIn(these) }, {});
          expect(JSON.parse(inParts.toString())).toEqual(whole);
          expect(inParts).toEqual(await createBody(whole, {}));
        }),
      );
    });

    it('has no strings where the service fetches them', async () => {
      const fetched = { ...task, xlsx_url: 'https://files.example/strings.xlsx' };
      expect(JSON.parse((await createBody(fetched, {})).toString())).toEqual(fetched);
    });
  });
});

describe('term match', () => {
  const text = fc.constantFrom('', 'a', 'b');
  const term = fc.record(
    {
      content: fc.constant('Keep'),
      source_language: fc.constant('en'),
      category: text,
      pic: text,
      translations: fc.dictionary(fc.constantFrom('ja', 'ko'), text),
    },
    { requiredKeys: ['content', 'source_language'] },
  );
  const stored = (given: NewTerm) =>
    changedTerm(
      {
        id: 'term_1',
        content: given.content,
        source_language: given.source_language,
        category: '',
        pic: '',
        translations: {},
        created_at: 'then',
        updated_at: 'then',
      },
      given,
      'now',
    );

  describe('a term of the termbase', () => {
    it('has the values of an upload exactly where that upload would change nothing', () => {
      fc.assert(
        fc.property(term, term, (before, wanted) => {
          const existing = stored(before);
          expect(hasValues(existing, wanted)).toBe(changedTerm(existing, wanted, 'later') === existing);
        }),
      );
    });

    it('has the values of an upload once that is done', () => {
      fc.assert(
        fc.property(term, term, (before, wanted) => {
          expect(hasValues(changedTerm(stored(before), wanted, 'later'), wanted)).toBe(true);
        }),
      );
    });

    it('is another one in another source language', () => {
      const words = fc.record({ content: fc.string(), source_language: fc.string() });
      fc.assert(
        fc.property(words, words, (a, b) => {
          const same = a.content === b.content && a.source_language === b.source_language;
          expect(termKey(a) === termKey(b)).toBe(same);
        }),
      );
    });
  });
});
