/**
 * Checks the environment and the configuration file once and turns them into one object. A bad value stops the program
 * whether or not the command needs it; a missing one stops only the commands that do.
 */
import { createPublicKey } from 'node:crypto';
import { resolve } from 'node:path';
import * as z from 'zod';
import { readSettings } from './assumptions';
import { operatorNameFault, roles, type Operator } from '../domain/roles';
import { baseUrlFault } from '../http/base-url';
import type { Reach } from '../http/guarded-agent';
import { headerCredentialFault, Secret, secretFault } from '../http/secret';
import { checked, duration, language } from '../domain/fields';
import type { Prices } from '../domain/cost';
import { nameFault } from '../domain/release/identity';
import { cannotRead, systemCode } from '../domain/text/path-fault';
import { sentence } from '../domain/text/sentence';
import { unknownKey, whatThereIs } from '../domain/text/suggest-word';
import { shortened } from '../domain/text/visible-text';
import { readFileBytesSync } from '../files/regular-file';
import { readRoles, workerRoles } from '../domain/worker-roles';
import { allowedKeys, pathText, wording } from './fault-words';
import { ConfigError, UnknownProject } from './config-error';
import { parseEncryptionKeys, parseSigningKey, parseVerifyKeys } from './keys';
import { limitsSchema } from './limits';
import { lineAtPath, plainYaml } from './plain-yaml';
import {
  quietHours,
  hookUrlFault,
  mailAddress,
  noticeSettings,
  smtpUrlFault,
  type NoticeRoute,
  type Receiver,
  type RouteSetting,
  variableName,
} from './notice-routes';
import { storePlace } from './store-place';

interface ProjectConfig {
  baseUrl: string;
  appKey: string;
  appSecret: Secret;
  createFieldNames: Readonly<Record<string, string>>;
  termDeleteBody: 'id' | 'ids';
  /** The addresses from which the service's files may be downloaded. */
  reach: Reach;
}

interface SocialConfig {
  baseUrl: string;
  accessToken: Secret;
  draftRequest: 'text' | 'content';
}

export type Config = ReturnType<typeof readConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** With less memory a worker could not even hold a large release's strings. */
const LEAST_WORKER_MB = 512;

const url = checked(baseUrlFault);
const secret = checked(secretFault);
/** The credential is sent in a header as it is. */
const credential = checked(headerCredentialFault);
/** Every check is a call to the service and some events in a history. */
const SHORTEST_CHECK_MS = 50;
const megabytes = z
  .string()
  .regex(/^\d{1,6} ?[MG]B$/, 'must be a size such as 1GB or 768MB')
  .transform((text) => Number.parseInt(text, 10) * (text.endsWith('GB') ? 1024 : 1))
  .refine((value) => value >= LEAST_WORKER_MB, `must be at least ${LEAST_WORKER_MB}MB`);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');

const roleNames = z.string().transform((text, ctx) => {
  const read = readRoles(text);
  if ('roles' in read) return read.roles;
  ctx.addIssue({ code: 'custom', message: read.fault });
  return z.NEVER;
});

const encryptionKeys = z.string().transform((text, ctx) => {
  const { keys, fault } = parseEncryptionKeys(text);
  if (fault === null) return keys;
  ctx.addIssue({ code: 'custom', message: fault });
  return z.NEVER;
});
const ed25519Key = <Key>(parse: (text: string) => Key | null, kind: string) =>
  z.string().transform((text, ctx) => {
    const key = parse(text);
    if (key !== null) return key;
    ctx.addIssue({ code: 'custom', message: `must be an Ed25519 ${kind} key, as PEM or as its base64` });
    return z.NEVER;
  });
const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://temporal.example',
  );

/** A secret shorter than this could be guessed, so that sessions could be forged or histories read. */
const SHORTEST_SECRET = 32;
const longSecret = secret.min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`);

const environment = z.object({
  LOCALIZATION_BASE_URL: url.optional(),
  LOCALIZATION_APP_KEY: credential.optional(),
  LOCALIZATION_APP_SECRET: secret.optional(),
  SOCIAL_BASE_URL: url.optional(),
  SOCIAL_ACCESS_TOKEN: credential.optional(),
  CALLBACK_BASE_URL: url.optional(),
  GATEWAY_HOST: z.string().regex(/^\S+$/, 'must be a host name or an address').default('127.0.0.1'),
  GATEWAY_PORT: port.default(8088),
  LOCRELEASE_TASK_QUEUE: z.string().min(1).default('locrelease'),
  LOCRELEASE_WORKER_ROLES: roleNames.default(workerRoles),
  LOCRELEASE_MIN_CHECK_INTERVAL: duration
    .refine((ms) => ms >= SHORTEST_CHECK_MS, `must be at least ${SHORTEST_CHECK_MS}ms`)
    .default(3000),
  LOCRELEASE_ANSWER_TIMEOUT: duration.default(1500),
  LOCRELEASE_STORE: z.string().min(1).default('.locrelease/store'),
  LOCRELEASE_WORKER_MEMORY: megabytes.default(1024),
  LOCRELEASE_EXPORTS_ROOT: z.string().min(1).optional(),
  LOCRELEASE_ENCRYPTION_KEYS: encryptionKeys.default([]),
  LOCRELEASE_SIGNING_KEY: ed25519Key(parseSigningKey, 'private').optional(),
  LOCRELEASE_VERIFY_KEY: ed25519Key(parseVerifyKeys, 'public').optional(),
  LOCRELEASE_CODEC_TOKEN: longSecret.optional(),
  LOCRELEASE_CODEC_ORIGIN: origin.optional(),
  LOCRELEASE_METRICS_HOST: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').default('127.0.0.1'),
  LOCRELEASE_METRICS_PORT: port.optional(),
  LOCRELEASE_LOG: z.enum(['json', 'text'], 'must be json or text').optional(),
  LOCRELEASE_DEPLOYMENT_NAME: z
    .string()
    .regex(/^[^\s.:]+$/, 'must be a name without dots, colons or spaces')
    .optional(),
  LOCRELEASE_BUILD_ID: z
    .string()
    .regex(/^[^\s:]+$/, 'must be a name without colons or spaces')
    .optional(),
  LOCRELEASE_CONSOLE_URL: url.optional(),
  LOCRELEASE_SESSION_SECRET: longSecret.optional(),
  SMTP_URL: checked(smtpUrlFault).optional(),
  MAIL_FROM: mailAddress.optional(),
});

const projectName = checked((name) =>
  name === 'default' ? 'cannot be set here: the LOCALIZATION_ variables set it' : nameFault(name),
);

const operator = z
  .strictObject({
    role: z.enum(roles, `must be one of ${roles.join(', ')}`),
    token: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:…", as "locrelease auth token" prints it')
      .optional(),
  })
  .transform(({ role, token }): Operator => ({ role, tokenHash: token?.slice('sha256:'.length) ?? null }));

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
  .toLowerCase();
const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be an IP address, or a network such as 10.0.0.0/24',
);
const place = address.or(
  z
    .string()
    .regex(
      /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i,
      'must be a host name, an IP address, or a network such as 10.0.0.0/8',
    ),
);
const consoleSettings = z.strictObject({
  /** The name of this installation, such as "production". */
  environment: z.string().trim().min(1).max(40).nullable().default(null),
  temporalUi: url.nullable().default(null),
  /** A proxy that names the user, and the addresses from which its header is trusted; null: no proxy is trusted. */
  proxy: z
    .strictObject({ header: headerName, addresses: z.array(address).min(1) })
    .nullable()
    .default(null),
});

const assumptionSettings = z.record(z.string(), z.unknown()).transform((given, ctx) => {
  const { settings, faults } = readSettings(given);
  for (const { path, message } of faults) ctx.addIssue({ code: 'custom', path, message });
  return settings;
});

const price = z.number().nonnegative().max(1000);
/** The prices of the localization service by its contract, because no reply has them. */
const prices: z.ZodType<Prices> = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'),
  perWord: price,
  byLanguage: z.record(language, price).default({}),
});

/** Projects in addition to `default`. Each names the variables of its credentials, never the credentials. */
const configFile = z.strictObject({
  projects: z
    .record(
      projectName,
      z.strictObject({
        baseUrl: url.optional(),
        appKeyVariable: variableName,
        appSecretVariable: variableName,
      }),
    )
    .default({}),
  operators: z.record(checked(operatorNameFault), operator).default({}),
  policies: z
    .strictObject({ fourEyes: z.boolean().default(false), quietHours: quietHours.nullable().default(null) })
    .prefault({}),
  console: consoleSettings.prefault({}),
  gateway: z.strictObject({ trustedProxies: z.array(address).default([]) }).prefault({}),
  assumptions: assumptionSettings.prefault({}),
  notices: noticeSettings.prefault({}),
  exports: z.strictObject({ root: z.string().min(1).optional() }).prefault({}),
  network: z.strictObject({ allow: z.array(place).default([]) }).prefault({}),
  prices: prices.optional(),
  limits: limitsSchema.prefault({}),
});

export function readConfig(env: Environment = process.env, workingDirectory = process.cwd()) {
  const values = check(environment, env, () => '');
  const file = readConfigFile(env.LOCRELEASE_CONFIG, workingDirectory);
  const required = (name: string, value: string | undefined): string => {
    if (value === undefined) throw new ConfigError(`${name} is not set.`);
    return value;
  };
  const requiredSecret = (name: string, faultOf = secretFault): Secret => {
    const fault = faultOf(required(name, env[name]));
    if (fault !== null) throw new ConfigError(`${name} ${fault}.`);
    return new Secret(required(name, env[name]));
  };
  const projectNames = ['default', ...Object.keys(file.projects)];
  const receiverOf = ({ channel }: RouteSetting): Receiver => {
    if (channel.kind === 'mail') {
      const from = required('MAIL_FROM', values.MAIL_FROM);
      return { kind: 'mail', smtpUrl: requiredSecret('SMTP_URL'), from, to: channel.to };
    }
    const url = requiredSecret(channel.urlVariable, (text) => secretFault(text) ?? hookUrlFault(text));
    return channel.kind === 'slack'
      ? { kind: 'slack', url }
      : { kind: 'webhook', url, secret: requiredSecret(channel.secretVariable) };
  };
  checkRouteProjects(file.notices.routes, projectNames);
  const root = file.exports.root ?? values.LOCRELEASE_EXPORTS_ROOT;
  return {
    projectNames,
    project: (name: string): ProjectConfig => {
      const extra = Object.hasOwn(file.projects, name) ? file.projects[name] : undefined;
      if (name !== 'default' && extra === undefined) {
        const place = placeOfProjects(configPath(env.LOCRELEASE_CONFIG, workingDirectory));
        if (place === null)
          throw new ConfigError(`Project ${name} is in no configuration file: there is none here.`);
        const known = whatThereIs(name, projectNames);
        throw new UnknownProject(`Project ${name} is not in the configuration file (${place}).${known}`);
      }
      const baseUrl = extra?.baseUrl ?? required('LOCALIZATION_BASE_URL', values.LOCALIZATION_BASE_URL);
      return {
        baseUrl,
        reach: { ownUrl: baseUrl, allow: file.network.allow },
        appKey: requiredSecret(
          extra?.appKeyVariable ?? 'LOCALIZATION_APP_KEY',
          headerCredentialFault,
        ).reveal(),
        appSecret: requiredSecret(extra?.appSecretVariable ?? 'LOCALIZATION_APP_SECRET'),
        createFieldNames: file.assumptions.createFieldNames,
        termDeleteBody: file.assumptions.readings['term-delete-body'] === 'ids' ? 'ids' : 'id',
      };
    },
    social: (): SocialConfig => ({
      baseUrl: required('SOCIAL_BASE_URL', values.SOCIAL_BASE_URL),
      accessToken: requiredSecret('SOCIAL_ACCESS_TOKEN', headerCredentialFault),
      draftRequest: file.assumptions.readings['draft-request'] === 'content' ? 'content' : 'text',
    }),
    callbackBaseUrl: values.CALLBACK_BASE_URL ?? null,
    gateway: { host: values.GATEWAY_HOST, port: values.GATEWAY_PORT },
    taskQueue: values.LOCRELEASE_TASK_QUEUE,
    workerRoles: values.LOCRELEASE_WORKER_ROLES,
    minCheckIntervalMs: values.LOCRELEASE_MIN_CHECK_INTERVAL,
    store: storePlace(values.LOCRELEASE_STORE, 'LOCRELEASE_STORE', env, workingDirectory),
    /** How long a command waits for Temporal, and for a worker, before it reports that neither responds. */
    answerTimeoutMs: values.LOCRELEASE_ANSWER_TIMEOUT,
    /** The memory limit of a worker. */
    workerMemoryMb: values.LOCRELEASE_WORKER_MEMORY,
    /** The directory in which workers may write exports; null: any ordinary directory. */
    exportsRoot: root === undefined ? null : resolve(workingDirectory, root),
    /** The first key encrypts, and every one decrypts; none: payloads are not encrypted. */
    encryptionKeys: values.LOCRELEASE_ENCRYPTION_KEYS,
    /** Signs manifests; null: they are not signed. */
    signingKey: values.LOCRELEASE_SIGNING_KEY ?? null,
    /** Keys that verify the signatures of manifests; empty: there are none. */
    verifyKeys: [
      ...(values.LOCRELEASE_VERIFY_KEY ?? []),
      ...(values.LOCRELEASE_SIGNING_KEY === undefined
        ? []
        : [createPublicKey(values.LOCRELEASE_SIGNING_KEY)]),
    ],
    /** The codec server that decrypts payloads for Temporal's pages and CLI; null: there is none. */
    codec:
      values.LOCRELEASE_CODEC_TOKEN === undefined
        ? null
        : {
            token: new Secret(values.LOCRELEASE_CODEC_TOKEN),
            origin: values.LOCRELEASE_CODEC_ORIGIN ?? null,
          },
    /** The address at which a worker serves its metrics; null: nowhere. */
    metrics:
      values.LOCRELEASE_METRICS_PORT === undefined
        ? null
        : { host: values.LOCRELEASE_METRICS_HOST, port: values.LOCRELEASE_METRICS_PORT },
    /** null: lines of JSON, unless the output is a terminal. */
    logFormat: values.LOCRELEASE_LOG ?? null,
    /** The version that a worker registers as, to which the releases that began on it are pinned; null: none. */
    deployment:
      values.LOCRELEASE_DEPLOYMENT_NAME === undefined && values.LOCRELEASE_BUILD_ID === undefined
        ? null
        : {
            name: required('LOCRELEASE_DEPLOYMENT_NAME', values.LOCRELEASE_DEPLOYMENT_NAME),
            buildId: required('LOCRELEASE_BUILD_ID', values.LOCRELEASE_BUILD_ID),
          },
    /** The operators who may sign in to the console, by name; one without a token signs in only through the proxy. */
    operators: new Map(Object.entries(file.operators)),
    /** Whether the person who started a release may not confirm its terms. */
    fourEyes: file.policies.fourEyes,
    /** The hours in which nothing is announced; null: there are none. */
    quietHours: file.policies.quietHours,
    console: file.console,
    /** Addresses whose X-Forwarded- headers are trusted. */
    trustedProxies: file.gateway.trustedProxies,
    consoleUrl: values.LOCRELEASE_CONSOLE_URL ?? gatewayUrl(values.GATEWAY_HOST, values.GATEWAY_PORT),
    /** Signs the sessions of the console; null: each gateway creates its own secret, and its sessions end with it. */
    sessionSecret:
      values.LOCRELEASE_SESSION_SECRET === undefined ? null : new Secret(values.LOCRELEASE_SESSION_SECRET),
    assumptions: file.assumptions,
    /** Limits for the requests with one credential, by all workers together. */
    limits: file.limits,
    /** Prices per word; null: the cost of a release is not estimated. */
    prices: file.prices ?? null,
    /** The notice routes, and the time after which a retried call counts as stalled. */
    notices: file.notices,
    /** The routes with their addresses and secrets; throws what is missing. */
    noticeRoutes: (): readonly NoticeRoute[] =>
      file.notices.routes.map((route) => ({ ...route, receiver: receiverOf(route) })),
  };
}

/** A misspelt project would never match, so that nobody would get its notices. */
function checkRouteProjects(routes: readonly RouteSetting[], projectNames: readonly string[]): void {
  for (const { label, projects } of routes) {
    const unknown = projects?.find((name) => !projectNames.includes(name));
    if (unknown === undefined) continue;
    throw new ConfigError(
      `notices.routes: ${label} is for project ${unknown}, which is not in the configuration file.`,
    );
  }
}

/** The gateway's address on the machine that it runs on. */
function gatewayUrl(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

export function configPath(named = process.env.LOCRELEASE_CONFIG, workingDirectory = process.cwd()): string {
  return resolve(workingDirectory, named ?? 'locrelease.config.yaml');
}

/** The file and line in which a missing project belongs; null: there is no such file. */
function placeOfProjects(path: string): string | null {
  try {
    const lines = readFileBytesSync(path, MOST_FILE_BYTES).toString('utf8').split('\n');
    const index = lines.findIndex((line) => /^"?projects"?\s*:/.test(line));
    return index < 0 ? path : `${path}:${index + 1}`;
  } catch {
    return null;
  }
}

function readConfigFile(named: string | undefined, workingDirectory: string): z.output<typeof configFile> {
  const path = configPath(named, workingDirectory);
  let text: string;
  try {
    text = readFileBytesSync(path, MOST_FILE_BYTES).toString('utf8');
  } catch (error) {
    const isAbsent = systemCode(error) === 'ENOENT';
    if (named === undefined && isAbsent) return configFile.parse({});
    throw new ConfigError(`${named === undefined ? '' : 'LOCRELEASE_CONFIG: '}${cannotRead(path, error)}`);
  }
  let value: unknown;
  try {
    value = plainYaml(text);
  } catch (error) {
    throw new ConfigError(`${path} is not valid YAML: ${sentence((error as Error).message)}`);
  }
  return check(configFile, value ?? {}, (keys) => `${path}:${lineAtPath(text, keys)}: `);
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: (path: readonly PropertyKey[]) => string,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  // Messages never show the value, because it may be a secret.
  const { issues } = parsed.error;
  const lines = issues
    .slice(0, MOST_LINES)
    .map((issue) => {
      if (issue.code !== 'unrecognized_keys')
        return `${where(issue.path)}${`${pathText(issue.path)} ${sentence(issue.message)}`.trim()}`;
      const [key = '', ...others] = issue.keys;
      const more = others.length === 0 ? '' : `; nor are ${others.length} others here`;
      const path = [...issue.path, key];
      return `${where(path)}${pathText(path)} ${unknownKey(key, allowedKeys(schema, issue.path))}${more}.`;
    })
    .map((line) => shortened(line, MOST_LINE_CHARS));
  if (issues.length > MOST_LINES) lines.push(`and ${issues.length - MOST_LINES} more`);
  throw new ConfigError(lines.join('\n'));
}

const MOST_FILE_BYTES = 1024 * 1024;
const MOST_LINES = 20;
const MOST_LINE_CHARS = 1000;
