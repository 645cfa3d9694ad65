import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENDS_WITHIN_MS } from '../../src/health/end-in-time';
import { startSandbox } from '../../src/sandbox/sandbox';
import { sandboxProfile } from '../../src/sandbox/profile';
import { cli } from '../support/cli';
import { knownVariables } from '../support/known-variables';

const PROJECT = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

const conditions = ['service_healthy', 'service_completed_successfully'] as const;
const service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  user: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  /** null: as .env has it, if it does. */
  environment: z.record(z.string(), z.string().nullable()).default({}),
  env_file: z.array(z.strictObject({ path: z.literal('more.env'), required: z.literal(false) })).optional(),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default(['default']),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.enum(conditions) })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  restart: z.enum(['unless-stopped', 'on-failure', 'no']),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.string().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const { services, networks, volumes } = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.null()),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

const everyService = Object.entries(services);
const ours = everyService.filter(([, { build }]) => build !== undefined);

/** What the images of others read, as far as we set it. */
const KNOWN_TO_IMAGE: Readonly<Record<string, readonly string[]>> = {
  postgres: ['POSTGRES_USER', 'POSTGRES_PASSWORD'],
  'temporalio/admin-tools': [
    ...['SQL_PLUGIN', 'SQL_HOST', 'SQL_PORT', 'SQL_USER', 'SQL_PASSWORD'],
    ...['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE'],
  ],
  'temporalio/server': [
    ...['DB', 'DB_PORT', 'POSTGRES_SEEDS', 'POSTGRES_USER', 'POSTGRES_PWD', 'NUM_HISTORY_SHARDS'],
    ...['BIND_ON_IP', 'DYNAMIC_CONFIG_FILE_PATH', 'TEMPORAL_ALLOW_NO_AUTH', 'LOG_LEVEL'],
  ],
  'temporalio/ui': ['TEMPORAL_ADDRESS', 'TEMPORAL_DEFAULT_NAMESPACE'],
};

const knownToUs = (): ReadonlySet<string> => knownVariables(PROJECT);
const withoutTag = (image: string): string => image.replace(/:[^:]*$/, '');
const tagOf = (image: string): string => image.slice(withoutTag(image).length + 1);

describe('docker-compose.yml', () => {
  it('pins every image to a version', () => {
    const loose = everyService.filter(([, { image }]) => !/^\d+\.\d+/.test(tagOf(image)));
    expect(loose).toEqual([]);
  });

  it('runs the Temporal server that the tests run, with the tools of the same version', () => {
    const pinned = /go\.temporal\.io\/server v(\S+)/.exec(read('tools/temporal/go.mod'))?.[1];
    const images = [services.schema, services.temporal, services.namespace].map((one) => one?.image);
    expect(images).toEqual([
      `temporalio/admin-tools:${pinned ?? ''}`,
      `temporalio/server:${pinned ?? ''}`,
      `temporalio/admin-tools:${pinned ?? ''}`,
    ]);
  });

  it('builds our image under the version of the package', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`locrelease:${version}`]));
  });

  it('lets a service wait only for what will come about', () => {
    const waits = everyService.flatMap(([, { depends_on: awaited }]) => Object.entries(awaited));
    const vain = waits.filter(([name, { condition }]) =>
      condition === 'service_healthy'
        ? services[name]?.healthcheck === undefined
        : services[name]?.restart !== 'on-failure',
    );
    expect(waits.length).toBeGreaterThan(0);
    expect(vain).toEqual([]);
  });

  it('declares every volume and network in use, and mounts files that there are', () => {
    const sources = everyService.flatMap(([, { volumes: mounts }]) =>
      mounts.map((mount) => mount.split(':')[0] ?? ''),
    );
    const files = sources.filter((source) => source.startsWith('./deploy/'));
    expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
    expect(new Set(sources.filter((source) => !source.startsWith('./')))).toEqual(
      new Set(Object.keys(volumes)),
    );
    expect(new Set(everyService.flatMap(([, { networks: joined }]) => joined))).toEqual(
      new Set(Object.keys(networks)),
    );
  });

  it('gives worker, gateway and cli one store', () => {
    for (const name of ['worker', 'gateway', 'cli']) {
      expect(services[name]?.volumes).toContain('store:/store');
      expect(services[name]?.environment.LOCRELEASE_STORE).toBe('${LOCRELEASE_STORE:-/store}');
    }
  });

  it('takes every secret from .env, and stops where it is missing', () => {
    const secrets = everyService
      .flatMap(([, { environment }]) => Object.entries(environment))
      .filter(([name]) => /PASSWORD|PWD|SECRET|TOKEN|KEY/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(([, value]) => value !== null && !/^\$\{[A-Z_]+:\?.+\}$/.test(value))).toEqual([]);
  });

  it('gives each process its own secrets, and none those of another', () => {
    const holders = (variable: string): string[] =>
      everyService.flatMap(([name, { environment }]) => (variable in environment ? name : []));
    expect(holders('POSTGRES_PASSWORD')).toEqual(['postgresql']);
    expect(holders('LOCRELEASE_SIGNING_KEY')).toEqual(['worker']);
    expect(holders('LOCRELEASE_SESSION_SECRET')).toEqual(['gateway']);
    expect(holders('LOCRELEASE_CODEC_TOKEN')).toEqual(['gateway']);
    expect(holders('SMTP_URL')).toEqual(['worker', 'cli']);
    expect(holders('LOCALIZATION_APP_SECRET')).toEqual(['worker', 'gateway', 'cli']);
    expect(holders('AWS_SECRET_ACCESS_KEY')).toEqual(['worker', 'gateway', 'cli']);
    expect(services.sandbox?.environment).toEqual({});
    expect(services.sandbox?.env_file).toBeUndefined();
  });

  it('hands on everything that can be set', () => {
    const given = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment)));
    expect([...knownToUs()].filter((variable) => !given.has(variable))).toEqual([]);
  });

  it('sets only variables that somebody reads', () => {
    const unread = everyService.flatMap(([name, { image, build, environment }]) => {
      const known = build === undefined ? new Set(KNOWN_TO_IMAGE[withoutTag(image)]) : knownToUs();
      return Object.keys(environment).flatMap((variable) =>
        known.has(variable) ? [] : `${name}: ${variable}`,
      );
    });
    expect(unread).toEqual([]);
  });

  it.each(['worker', 'gateway', 'sandbox'])('starts %s with a command that there is', async (name) => {
    const [command = '', ...rest] = services[name]?.command ?? [];
    const { code, stdout } = await cli([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: locrelease ${command} `);
    for (const option of rest.filter((word) => word.startsWith('--'))) expect(stdout).toContain(option);
  });

  it.each(['worker', 'gateway'] as const)('gives %s more time to end than it takes', (role) => {
    const seconds = Number.parseInt(services[role]?.stop_grace_period ?? '0');
    expect(seconds).toBeGreaterThanOrEqual(ENDS_WITHIN_MS[role] / 1000 + 5);
  });

  it('publishes ports on loopback only', () => {
    const ports = everyService.flatMap(([, { ports: published }]) => published);
    expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((port) => !/^127\.0\.0\.1:(\d+):\1$/.test(port))).toEqual([]);
  });

  it('lets our processes change nothing but their volumes, and gain no rights', () => {
    for (const [, run] of ours) {
      expect(run).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('gives the sandbox a profile that it accepts, and asks for its health at a door that it has', async () => {
    const profile = sandboxProfile.parse(parse(read('deploy/sandbox.yaml')));
    expect(profile.host).toBe('sandbox');
    const [, path = ''] =
      /http:\/\/sandbox:8090([^']*)/.exec(String(services.sandbox?.healthcheck?.test)) ?? [];
    const sandbox = await startSandbox({ ...profile, host: '127.0.0.1', port: 0 });
    try {
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200);
    } finally {
      await sandbox.close();
    }
  });
});

describe('.env.example', () => {
  const settings = [...read('.env.example').matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)].map(
    ([, comment = '', name = '', value = '']) => ({ isCommentedOut: comment !== '', name, value }),
  );

  it('names every variable that the compose file takes from .env, and none that nobody reads', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const named = new Set(settings.map(({ name }) => name));
    expect(taken.filter((name) => !named.has(name))).toEqual([]);
    const known = new Set([...knownToUs(), ...taken]);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it('leaves to the reader whatever is not commented out', () => {
    const open = settings.filter(({ isCommentedOut }) => !isCommentedOut);
    expect(open.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'POSTGRES_PASSWORD=',
      'LOCALIZATION_BASE_URL=',
      'LOCALIZATION_APP_KEY=',
      'LOCALIZATION_APP_SECRET=',
    ]);
  });
});

describe('Dockerfile', () => {
  const instructions = read('Dockerfile').split('\n');
  const ignored = read('.dockerignore').split('\n');

  it('builds on images pinned to a version', () => {
    const bases = instructions.filter((line) => line.startsWith('FROM '));
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^FROM node:\d+\.\d+\.\d+-bookworm-slim( AS build)?$/);
  });

  it('ends as a user who is not root', () => {
    const user = instructions.findLast((line) => line.startsWith('USER '));
    expect(user).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  });

  it('takes everything that the package holds for its commands into the image', () => {
    const copied = instructions.flatMap((line) => /^COPY --from=build \/app\/(\S+)/.exec(line)?.[1] ?? []);
    expect(copied.sort()).toEqual(['dist', 'examples', 'node_modules', 'package.json']);
    expect(ignored).not.toContain('examples');
  });

  it('takes neither development’s nor optional packages into the image', () => {
    const prune = instructions.find((line) => line.startsWith('RUN npm prune '));
    expect(prune).toContain('--omit=dev --omit=optional');
  });

  it('keeps secrets and history out of the build context', () => {
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', '.locrelease']));
  });
});
