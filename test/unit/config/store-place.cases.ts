import { inspect } from 'node:util';
import { readConfig } from '../../../src/config/config';
import { ConfigError } from '../../../src/config/config-error';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const secrets = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'a-secret-access-key' };
const place = (env: Record<string, string>) => readConfig({ ...secrets, ...env }, scratch.path()).store;

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env, scratch.path());
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('it was taken');
}

it('is a directory, or a bucket with a prefix', () => {
  expect(place({ LOCRELEASE_STORE: 'some/store' })).toEqual({
    kind: 'directory',
    directory: scratch.path('some/store'),
  });
  const AWS_REGION = 'eu-central-1';
  expect(place({ LOCRELEASE_STORE: 's3://bucket', AWS_REGION })).toMatchObject({
    kind: 's3',
    bucket: 'bucket',
    prefix: '',
    endpoint: null,
    region: 'eu-central-1',
    key: { id: 'key', sessionToken: null },
  });
  expect(place({ LOCRELEASE_STORE: 's3://my.bucket/a/b/', AWS_REGION })).toMatchObject({
    bucket: 'my.bucket',
    prefix: 'a/b',
  });
});

it('leaves the credentials to the client where no key is given', () => {
  const env = { LOCRELEASE_STORE: 's3://bucket', AWS_REGION: 'eu-central-1' };
  expect(readConfig(env, scratch.path()).store).toMatchObject({ kind: 's3', key: null });
});

it('takes the address of S3 before that of everything, and needs no region then', () => {
  const env = { LOCRELEASE_STORE: 's3://bucket/a', AWS_ENDPOINT_URL: 'http://minio:9000/' };
  expect(place(env)).toMatchObject({ endpoint: 'http://minio:9000', region: 'us-east-1' });
  const both = { ...env, AWS_ENDPOINT_URL_S3: 'https://s3.example/base', AWS_REGION: 'auto' };
  expect(place(both)).toMatchObject({ endpoint: 'https://s3.example/base', region: 'auto' });
  expect(place({ ...both, AWS_ENDPOINT_URL_S3: '' })).toMatchObject({ endpoint: 'http://minio:9000' });
});

it('shows no secret', () => {
  const env = { LOCRELEASE_STORE: 's3://bucket', AWS_REGION: 'eu-central-1', AWS_SESSION_TOKEN: 'a-token' };
  const shown = inspect(place(env), { depth: 9 }) + JSON.stringify(place(env));
  expect(shown).not.toContain('a-secret-access-key');
  expect(shown).not.toContain('a-token');
});

it.each([
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 'https://bucket/a' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://Bucket_1' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://bucket/a//b' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://bucket/../b' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://bucket/a b' }],
  ['LOCRELEASE_STORE', { LOCRELEASE_STORE: 's3://bucket/a?x=1' }],
  ['AWS_REGION', { AWS_REGION: '' }],
  ['AWS_REGION', { AWS_REGION: 'eu/central' }],
  ['AWS_ACCESS_KEY_ID', { AWS_ACCESS_KEY_ID: '' }],
  ['AWS_ACCESS_KEY_ID', { AWS_ACCESS_KEY_ID: 'k\n' }],
  ['AWS_SECRET_ACCESS_KEY', { AWS_SECRET_ACCESS_KEY: '' }],
  ['AWS_SECRET_ACCESS_KEY', { AWS_SECRET_ACCESS_KEY: 'hush-hush\n' }],
  ['AWS_SESSION_TOKEN', { AWS_SESSION_TOKEN: 'hush hush' }],
  ['AWS_ENDPOINT_URL', { AWS_ENDPOINT_URL: 'minio:9000' }],
  ['AWS_ENDPOINT_URL_S3', { AWS_ENDPOINT_URL_S3: 'https://a:hush@s3.example' }],
])('names %s where it is wrong: %j', (variable, env) => {
  const whole = { ...secrets, LOCRELEASE_STORE: 's3://bucket', AWS_REGION: 'eu-central-1', ...env };
  const fault = faultOf(whole);
  expect(fault).toMatch(new RegExp(`^${variable} .*\\.$`));
  expect(fault).not.toContain('hush');
});

it('asks for nothing of AWS where the store is a directory', () => {
  expect(readConfig({ AWS_REGION: '/', AWS_ENDPOINT_URL: 'x' }, scratch.path()).store.kind).toBe('directory');
});
