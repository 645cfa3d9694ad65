/** Settings that a real S3 server refuses: told with the name of the variable, exit code 2, and no secret. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store';
import { cli } from '../support/cli';
import { describeWithTool } from '../support/go-tool';
import { startS3Server, type S3Server } from '../support/s3-server';
import { S3_SERVER_VARIABLE } from '../support/versitygw';

describeWithTool(S3_SERVER_VARIABLE)('a bucket', () => {
  let server: S3Server;
  let directory = '';
  beforeAll(async () => {
    server = await startS3Server();
    await server.makeBucket('releases');
    directory = await mkdtemp(join(tmpdir(), 'locrelease-test-'));
    await openStore({ kind: 'directory', directory }).put('a content');
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const copy = (env: Record<string, string>, to = 's3://releases/copy') =>
    cli(['store', 'copy', directory, to], { ...server.env, ...env });

  it.each([
    ['LOCRELEASE_STORE', {}, 's3://no-such-bucket/copy'],
    ['AWS_ACCESS_KEY_ID', { AWS_ACCESS_KEY_ID: 'somebody' }, undefined],
    ['AWS_SECRET_ACCESS_KEY', { AWS_SECRET_ACCESS_KEY: 'another-secret' }, undefined],
    ['AWS_REGION', { AWS_REGION: 'eu-central-1' }, undefined],
    ['AWS_ENDPOINT_URL_S3', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, undefined],
  ])('that cannot be used for its %s is told so', async (variable, env, to) => {
    const { code, stdout, stderr } = await copy(env, to);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(variable);
    expect(stderr).not.toContain('secret');
  });

  it('that can be used is', async () => {
    const { code, stdout } = await copy({});
    expect([code, stdout]).toEqual([
      0,
      'Copied 1 object (1 kB) and 0 records. 0 objects and 0 records were there already.\n',
    ]);
  });
});
