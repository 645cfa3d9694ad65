import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newRecord, statusOf } from '../../../src/domain/release/release-record';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { statusJsonSchema, statusSchema } from '../../../src/domain/release/status';

const kept = join(__dirname, '../../../schemas/status.schema.json');

it('is kept in the repository as it is (after "npm run build": node scripts/write-schemas.mjs)', () => {
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(JSON.stringify(statusJsonSchema())));
});

it('takes the status of a release that has just begun, whole', () => {
  const spec = releaseSpec.parse({ name: 'game', source: { file: 'en.json' }, targetLanguages: ['ja'] });
  const input = {
    spec,
    source: { kind: 'url', url: 'https://files.example/a.xlsx' },
    startedBy: null,
  } as const;
  const status = statusOf(spec, newRecord(input, 'run-1'));
  expect(statusSchema.parse(status)).toEqual(status);
});

it('lets a later version of the same schema add fields', () => {
  expect(JSON.stringify(statusJsonSchema())).not.toContain('"additionalProperties":false');
});
