/**
 * The record of a release or a rollback, as schemas and as JSON Schema. `content` is byte by byte the same for the same
 * content and the same replies; times, run ids and the services' own ids are in `run`. Fields may be added within a
 * version; a field that is removed or changes its meaning makes the next version.
 */
import * as z from 'zod';
import { releaseStates } from './release-states';
import { stageNames, stageStates } from './stages';
import { workStates } from '../service-work';

const time = z.iso.datetime();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();

const file = z.object({
  name: text,
  languages: z.array(text),
  bytes: z.int(),
  sha256,
  keys: z.int().nullable().describe('strings of the release found in it; null where it could not be read'),
  checked: z.boolean().describe('whether its layout could be read'),
});
const completeness = z.object({
  language: text,
  percent: z.number().nullable().describe('null: it cannot be known'),
  missing: z.int().nullable(),
  otherCase: z.int().optional().describe('strings found under a key in other upper and lower case'),
});
const source = z.union([
  z.object({ kind: z.literal('snapshot'), sha256, strings: z.int() }),
  z.object({ kind: z.literal('url'), url: text, sha256: sha256.exactOptional() }),
]);
const decision = z.object({
  by: text,
  what: text,
  why: text.nullable(),
  changes: z.array(text).optional().describe('of an amendment: from what to what'),
});

const releaseContent = z.object({
  project: text,
  name: text,
  state: z.enum(releaseStates).describe('how it ended'),
  problem: text.nullable().describe('code of what kept it from being done'),
  startedBy: text.nullable(),
  request: z.record(text, z.unknown()).describe('what the release file asked for, without defaults'),
  source: source.describe(
    'the strings, by their digest, or the address, without its query, from which the service read them',
  ),
  languages: z.array(text),
  missingLanguages: z.array(text).describe('to be exported, and in no file'),
  terms: z
    .object({
      digest: text.describe('of the list and of which terms were still marked to be deleted'),
      list: text.describe('digest of the list alone'),
      total: z.int(),
      removed: z.int(),
    })
    .nullable()
    .describe('the term list that was decided on'),
  termChanges: z.record(text, z.int()).describe('how many terms each person edited or deleted'),
  decisions: z.array(decision).describe('all of them, the first one first'),
  stages: z.array(
    z.object({
      name: z.enum(stageNames),
      state: z.enum(stageStates),
      note: text.optional().describe('what the service told of it'),
    }),
  ),
  export: z
    .object({
      templateId: text,
      languages: z.array(text),
      mode: z.enum(['single', 'separate']).nullable(),
      escape: z.enum(['escape', 'no-escape']).nullable(),
      filename: text,
    })
    .nullable()
    .describe(
      'what the files were exported with: the modes as the service told them, or else as they were asked for',
    ),
  files: z.array(file),
  completeness: z.array(completeness),
  announcement: z
    .object({
      targets: z.array(
        z.object({
          accountId: text,
          platform: text.nullable(),
          status: text,
          errorCode: text.nullable(),
          text: text.optional().describe('what it was sent, once accounts have different texts'),
        }),
      ),
    })
    .nullable(),
  warnings: z.array(text),
});

const problem = z.object({
  message: text,
  facts: z.record(text, z.unknown()).describe('what the message is told of'),
  traceIds: z.array(text),
});

const releaseRun = z.object({
  version: text.describe('of locrelease, which wrote this'),
  runId: text,
  firstRunId: text.describe('of the run that began the release; later ones only added languages'),
  startedAt: time,
  endedAt: time,
  branch: text.exactOptional().describe('that its files came from, where that was told'),
  stages: z.array(
    z.object({ name: z.enum(stageNames), startedAt: time.nullable(), endedAt: time.nullable() }),
  ),
  decidedAt: z.array(time).describe('when each of the decisions was made, in their order'),
  taskId: text.nullable(),
  publishJobId: text.nullable(),
  terms: z.object({ base: text, marks: text.nullable(), matches: text.nullable() }).nullable(),
  directory: text.nullable().describe('where the files were put'),
  paths: z.array(text).describe('of each of the files, in their order'),
  calls: z
    .array(z.object({ stage: z.enum(stageNames), traceId: text }))
    .describe('calls that changed something, by what the service calls them'),
  announcement: z
    .object({
      postId: text,
      targets: z.array(
        z.object({
          accountId: text,
          handle: text.exactOptional(),
          link: text.nullable(),
          message: text.nullable(),
        }),
      ),
    })
    .nullable(),
  problem: problem.nullable(),
});

const rollbackContent = z.object({
  project: text,
  name: text.describe('of the release whose task was published again'),
  state: z.enum(workStates).describe('how it ended'),
  problem: text.nullable(),
  by: text,
  reason: text.nullable(),
  languages: z.array(text),
  lostLanguages: z
    .array(text)
    .describe('published since by others, and not in this task; none where a publish is known to keep them'),
  files: z.array(file),
  completeness: z.array(completeness),
});

const rollbackRun = z.object({
  version: text,
  runId: text,
  startedAt: time,
  endedAt: time,
  of: sha256.describe('digest of the manifest that it was read from'),
  taskId: text,
  publishJobId: text.nullable(),
  directory: text.nullable(),
  paths: z.array(text),
  problem: problem.nullable(),
});

const checksums = z.record(text, sha256);
const seal = {
  checksums: z
    .object({ content: checksums, run: checksums })
    .describe('SHA-256 of the canonical JSON (RFC 8785) of each part'),
  digest: sha256.describe('SHA-256 of the canonical JSON of schemaVersion, kind and checksums'),
  signature: z
    .object({
      algorithm: z.literal('Ed25519'),
      keyId: text.describe('first 16 digits of the SHA-256 of the public key (DER, SPKI)'),
      value: text.describe('in base64, of the digest as it is written here'),
    })
    .nullable(),
};

const releaseBody = z.object({
  schemaVersion: z.literal(1),
  kind: z.literal('release'),
  content: releaseContent,
  run: releaseRun,
});
const rollbackBody = z.object({
  schemaVersion: z.literal(1),
  kind: z.literal('rollback'),
  content: rollbackContent,
  run: rollbackRun,
});

export const manifestSchema = z.discriminatedUnion('kind', [
  releaseBody.extend(seal),
  rollbackBody.extend(seal),
]);

/** The whole entry of the archive. It is strict because no checksum would cover other parts. */
export const sealedSchema = z.strictObject({
  schemaVersion: z.unknown(),
  kind: z.unknown(),
  content: z.record(text, z.unknown()),
  run: z.record(text, z.unknown()),
  ...seal,
});

export type Manifest = z.output<typeof manifestSchema>;
export type Seal = z.output<z.ZodObject<typeof seal>>;
export type ReleaseManifest = Extract<Manifest, { kind: 'release' }>;
export type RollbackManifest = Extract<Manifest, { kind: 'rollback' }>;
export type ReleaseManifestBody = z.output<typeof releaseBody>;
export type RollbackManifestBody = z.output<typeof rollbackBody>;
export type ManifestFile = z.output<typeof file>;

/** The input form of the schema allows fields that later versions add. */
export function manifestJsonSchema(): object {
  return {
    title: 'locrelease report -o json',
    ...z.toJSONSchema(manifestSchema, { io: 'input' }),
  };
}
