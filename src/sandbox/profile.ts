/** All settings of a sandbox, with defaults that make both services usable at once. */
import * as z from 'zod';
import { escapeModes, exportModes, templateFormats, templateTypes } from '../localization/vocabulary';
import { faultRule } from './faults';
import { readings } from './readings/catalogue';

const languageCodes =
  'en zh-cn zh-tw ja ko fr de es it pt-br ru pl tr ar he fa hi th vi id ms nl sv da nb fi cs hu ro uk el bg'.split(
    ' ',
  ) as [string, ...string[]];

/** Durations of background work, in sandbox time. */
const pace = z.strictObject({
  importMs: z.int().nonnegative().default(500),
  scanMs: z.int().nonnegative().default(1500),
  termTranslateMs: z.int().nonnegative().default(500),
  /** The duration of each of the seven sub-steps of a translation. */
  stepMs: z.int().nonnegative().default(700),
  optimizeMs: z.int().nonnegative().default(700),
  publishMs: z.int().nonnegative().default(1500),
  termUploadMs: z.int().nonnegative().default(500),
  /** The duration of a publish on one account. */
  targetMs: z.int().nonnegative().default(1000),
  /** The time until a person approves a post, where approval is required. */
  approvalMs: z.int().nonnegative().default(5000),
});
export type Pace = z.output<typeof pace>;

const template = z.strictObject({
  id: z.string(),
  type: z.enum(templateTypes).default('project_strings'),
  name: z.string(),
  is_default: z.boolean().default(false),
  format: z.enum(templateFormats).default('ini'),
  mode: z.enum(exportModes).exactOptional(),
  languages: z.array(z.string()).default([]),
  fields: z.array(z.string().min(1)).exactOptional(),
  field_order: z
    .array(z.strictObject({ type: z.enum(['field', 'language']), value: z.string() }))
    .exactOptional(),
});

const project = z.strictObject({
  id: z.string(),
  appKey: z.string(),
  /** null: an App Key without a configured secret. */
  appSecret: z.string().nullable(),
  /** null: a project without a source language. */
  sourceLanguage: z.string().nullable().default('en'),
  escapeMode: z.enum(escapeModes).optional(),
  templates: z.array(template).default([]),
});
export type ProjectSeed = z.output<typeof project>;

const quota = z.strictObject({ used: z.int().nonnegative(), limit: z.int().nonnegative() });

const credential = z.strictObject({
  token: z.string(),
  scopes: z
    .array(z.string())
    .default(['workspace:read', 'accounts:read', 'posts:read', 'posts:write', 'schedule:write']),
  allowedActions: z.array(z.string()).default(['draft', 'schedule', 'publish']),
  /** Disabled, expired or not long-lived: refused with 401 like an unknown one. */
  usable: z.boolean().default(true),
  /** The issuer's role; a viewer may change nothing. */
  role: z.enum(['admin', 'viewer']).default('admin'),
  /** Whether the issuer is still an active member of the workspace. */
  memberActive: z.boolean().default(true),
});

const account = z.strictObject({
  id: z.string(),
  platform: z.string(),
  handle: z.string(),
  status: z.enum(['active', 'expiring', 'expired']).default('active'),
  canPublish: z.boolean().default(true),
  isManual: z.boolean().default(false),
});

const workspace = z.strictObject({
  id: z.string(),
  name: z.string(),
  credentials: z.array(credential),
  accounts: z.array(account),
  drafts: z
    .array(z.strictObject({ id: z.string(), text: z.string(), accountIds: z.array(z.string()) }))
    .default([]),
  scheduledThisMonth: quota.default({ used: 0, limit: 1000 }),
  externalWrites: z.boolean().default(true),
  caps: z
    .strictObject({
      readsPerMinute: z.int().positive().default(100_000),
      writesPerMinute: z.int().positive().default(10_000),
      publishesPerDay: z.int().positive().default(10_000),
      /** The shortest time between two publishes on one account. */
      accountIntervalMs: z.int().nonnegative().default(0),
    })
    .prefault({}),
  /** The sandbox time until a publish request is accepted: meanwhile its key is in progress. */
  acceptMs: z.int().nonnegative().default(0),
});
export type WorkspaceSeed = z.output<typeof workspace>;

export const sandboxProfile = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  /** Sandbox seconds per real second. */
  speed: z.number().positive().default(1),
  /** How far the sandbox's wall clock is ahead of the machine's. */
  clockSkewMs: z.int().default(0),
  pace: pace.prefault({}),
  /** The services' behaviour where their documentation is silent, by assumption id; the default for the rest. */
  readings: readings.prefault({}),
  /** Refuse callback addresses on loopback and private networks, as a service on the Internet would. */
  guardCallbackAddresses: z.boolean().default(false),
  maxBodyBytes: z
    .int()
    .positive()
    .default(16 * 1024 * 1024),
  languages: z.array(z.string()).nonempty().default(languageCodes),
  projects: z.array(project).default([
    project.parse({
      id: 'sandbox',
      appKey: 'sandbox-app-key',
      appSecret: 'sandbox-app-secret',
      templates: [
        { id: 'tpl-1a2b3c4d', name: 'game-ini', is_default: true, mode: 'single' },
        { id: 'tpl-5e6f7a8b', name: 'table-csv', format: 'csv' },
      ],
    }),
    project.parse({ id: 'other', appKey: 'other-app-key', appSecret: 'other-app-secret' }),
    project.parse({ id: 'no-secret', appKey: 'no-secret-app-key', appSecret: null }),
  ]),
  workspace: workspace.default(
    workspace.parse({
      id: 'ws_sandbox',
      name: 'Sandbox Games',
      credentials: [{ token: 'sandbox_it_token' }],
      accounts: [
        { id: 'acc_1', platform: 'x', handle: '@sandboxgames' },
        { id: 'acc_2', platform: 'threads', handle: '@sandboxgames' },
        { id: 'acc_3', platform: 'instagram', handle: '@sandboxgames', status: 'expired' },
        { id: 'acc_4', platform: 'wechat_mp', handle: 'sandboxgames', canPublish: false, isManual: true },
      ],
      drafts: [{ id: 'post_1', text: 'Our game now speaks more languages.', accountIds: ['acc_1', 'acc_2'] }],
    }),
  ),
  faults: z.array(faultRule).default([]),
});
export type SandboxProfile = z.output<typeof sandboxProfile>;
export type SandboxProfileInput = z.input<typeof sandboxProfile>;
