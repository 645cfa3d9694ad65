import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { temporalAddress } from '../../src/temporal/connect-client';

const PROJECT = join(__dirname, '../..');
const page = readFileSync(join(PROJECT, 'docs/production.md'), 'utf8');
const cloud = page.slice(page.indexOf('## Temporal Cloud'));

/** The variables that a piece of text names. */
const variablesIn = (text: string): Set<string> => new Set(text.match(/\bTEMPORAL_[A-Z_]*[A-Z]/g));

describe('docs/production.md', () => {
  it('names every variable that the library of Temporal reads, and no other', () => {
    const library = require.resolve('@temporalio/envconfig/lib/envconfig-toml');
    expect(variablesIn(cloud)).toEqual(variablesIn(readFileSync(library, 'utf8')));
  });

  it('lists the search attributes to create', () => {
    const created = [...cloud.matchAll(/"(\w+)=(Keyword|Datetime)"/g)];
    expect(Object.fromEntries(created.map(([, name, type]) => [name, type]))).toEqual(searchAttributeTypes);
  });

  it('has settings that lead there: TLS with an API key, and with a certificate', () => {
    const base = { TEMPORAL_ADDRESS: 'x.example:7233', TEMPORAL_NAMESPACE: 'game.a1b2c' };
    expect(temporalAddress({ ...base, TEMPORAL_API_KEY: 'a-key' })).toMatchObject({
      connectionOptions: { address: 'x.example:7233', apiKey: 'a-key', tls: true },
      namespace: 'game.a1b2c',
    });
    const own = { TEMPORAL_TLS_CLIENT_CERT_DATA: 'crt', TEMPORAL_TLS_CLIENT_KEY_DATA: 'key' };
    expect(temporalAddress({ ...base, ...own })).toMatchObject({
      connectionOptions: { tls: { clientCertPair: { crt: Buffer.from('crt'), key: Buffer.from('key') } } },
    });
  });
});
