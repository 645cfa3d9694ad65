import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../../src/domain/text/canonical-json';
import { manifestJsonSchema } from '../../../src/domain/release/manifest-schema';
import fc from '../../support/fast-check';
import { endedInput, manifestBody } from '../../support/manifest';

const kept = join(__dirname, '../../../schemas/manifest.schema.json');

it('is kept in the repository as it is (npm run schemas)', () => {
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(JSON.stringify(manifestJsonSchema())));
});

it('has the same content, byte by byte, whenever, wherever and by whichever run it was made', () => {
  const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  const facts = fc.record({
    at: time,
    runId: fc.uuid(),
    id: fc.string(),
    directory: fc.constantFrom('/a', 'b/c'),
  });
  const contentOf = ({
    at,
    runId,
    id,
    directory,
  }: {
    at: Date;
    runId: string;
    id: string;
    directory: string;
  }) => {
    const input = endedInput();
    if (input.spec.export !== undefined) input.spec.export.directory = directory;
    const iso = at.toISOString();
    const { content } = manifestBody(
      {
        taskId: id,
        publishJobId: id,
        effects: [{ stage: 'create', traceId: id }],
        decisions: [{ at: iso, by: 'olga', what: 'confirm terms', why: null }],
        files: [
          {
            path: `${directory}/game.ini`,
            languages: ['ja'],
            bytes: 1,
            sha256: 'b'.repeat(64),
            keys: 1,
            checked: true,
          },
        ],
      },
      { input, runId, at: iso },
    );
    return canonicalJson(content);
  };
  fc.assert(fc.property(facts, facts, (one, other) => expect(contentOf(one)).toBe(contentOf(other))));
});

it('is written in an order that does not depend on how it was made', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
