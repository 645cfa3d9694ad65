/** A real S3 server of one's own, which ends with the test. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../src/temporal/server/free-ports';
import { spawnGuarded } from '../../src/temporal/server/guarded-process';
import { until } from './until';
import { S3_SERVER_VARIABLE } from './versitygw';

export interface S3Server {
  /** The variables with which the product uses it, but for LOCRELEASE_STORE. */
  env: Record<string, string>;
  /** Where a bucket's objects lie, for tests that damage them. */
  directory: string;
  makeBucket(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const binary = process.env[S3_SERVER_VARIABLE];
  if (binary === undefined) throw new Error('no S3 server was brought');
  const root = await mkdtemp(join(tmpdir(), 'locrelease-s3-'));
  const [directory, sidecar] = [join(root, 'buckets'), join(root, 'sidecar')];
  for (const path of [directory, sidecar]) await mkdir(path);
  const [port = 0] = await freePorts(1);
  const env = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test-access-key',
    AWS_SECRET_ACCESS_KEY: 'test-secret-access-key',
  };
  const server = await spawnGuarded(
    binary,
    ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', 'posix', '--sidecar', sidecar, directory],
    {
      env: { ROOT_ACCESS_KEY: env.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: env.AWS_SECRET_ACCESS_KEY },
    },
  );
  const ended = server.ended.then((ending) => {
    throw new Error(`the S3 server ended with ${ending}: ${server.output.stderr}`);
  });
  const answers = (): Promise<boolean> =>
    fetch(env.AWS_ENDPOINT_URL_S3).then(
      () => true,
      () => false,
    );
  await Promise.race([until('the S3 server answers', answers), ended]);
  ended.catch(() => undefined);
  return {
    env,
    directory,
    makeBucket: async (name) => {
      await mkdir(join(directory, name));
    },
    stop: async () => {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
