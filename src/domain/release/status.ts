/**
 * The status that a release reports: the result of the `status` query and of `status -o json`, as schemas, the latter
 * also as JSON Schema for scripts. Fields may be added within a version; a field that is removed or changes its meaning
 * makes the next version. Code that runs inside a workflow imports types from here and nothing else.
 */
import * as z from 'zod';
import { releaseStates } from './release-states';
import {
  choiceActions,
  resolveActions,
  stageNames,
  stageStates,
  holdReasons,
  translateSteps,
} from './stages';

const time = z.iso.datetime();
const stage = z.object({
  name: z.enum(stageNames),
  state: z.enum(stageStates),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  note: z.string().optional().describe('what the service told of it that nobody has to act on'),
});
const waitingFor = z.object({
  kind: z.enum(['terms', 'decision']),
  since: time,
  dueAt: time.nullable(),
  onDue: z
    .enum(['reject', 'confirm', 'end'])
    .optional()
    .describe(
      'what happens at dueAt if nobody decides: the terms are rejected or confirmed, or the release ends',
    ),
});
const hold = z.object({
  why: z.enum(holdReasons),
  until: time.nullable().describe('null: until the releases before it have published'),
  of: z.string().nullable().optional().describe('whose turn it is to publish, and why that takes long'),
});
const progress = z.object({
  step: z.string(),
  stepIndex: z.int().nullable().describe(`place of the sub-step among ${translateSteps.length}, from 1`),
  rowsDone: z.int(),
  rowsTotal: z.int(),
});
export const exportedFile = z.object({
  path: z.string(),
  languages: z.array(z.string()),
  bytes: z.int(),
  sha256: z.string(),
  keys: z
    .int()
    .nullable()
    .describe('strings of the release that were found in it; null where it could not be read'),
  keysOf: z
    .enum(['release', 'file'])
    .optional()
    .describe('file: which strings the release has is not known here, and all in the file were counted'),
  checked: z.boolean().describe('whether its layout could be read'),
});
export const completeness = z.object({
  language: z.string(),
  percent: z.number().min(0).max(100).nullable().describe('null: it cannot be known'),
  missing: z.int().nullable().describe('strings without a translation'),
  otherCase: z
    .int()
    .optional()
    .describe(
      'strings whose keys differ from those of the release in upper and lower case, and count as theirs',
    ),
});
const exportedAs = z.object({
  mode: z.enum(['single', 'separate']).nullable(),
  escape: z.enum(['escape', 'no-escape']).nullable(),
});
const exported = z
  .object({ files: z.array(exportedFile), completeness: z.array(completeness) })
  .extend(exportedAs.partial().shape)
  .describe('mode and escape are what the service told of the export; null where it did not');
const target = z.object({
  accountId: z.string(),
  platform: z.string().nullable(),
  handle: z.string().optional().describe('how the account is called there, if the service tells'),
  status: z.string(),
  errorCode: z.string().nullable(),
  message: z.string().nullable().describe('why it failed, in the words of the platform or the service'),
  link: z.string().nullable().optional().describe('where the post is to be seen, if the service tells'),
  text: z.string().optional().describe('what this account was sent, once accounts have different texts'),
  postId: z.string().optional().describe('the post of this account, once accounts have different ones'),
});
const decision = z.object({
  at: time,
  by: z.string(),
  what: z.string(),
  why: z.string().nullable(),
  changes: z
    .array(z.string())
    .optional()
    .describe('of an amendment: what is otherwise now, from what to what'),
});
/** A release has its terms only by reference: the parts of the term sheet are in the store. */
export const termSheetRef = z.object({
  total: z.int(),
  digest: z
    .string()
    .describe('of the list and of which terms are marked to be deleted: what a confirmation is bound to'),
  list: z.string().describe('digest of the list alone, as the service must have it'),
  base: z.string().describe('digest of the list as it was last read whole'),
  marks: z.string().nullable().describe('digest of what operators did to it since; null: nothing'),
  removed: z.int().describe('terms that are deleted when the terms are confirmed'),
  matches: z.string().nullable().describe('digest of what the termbase has; null: not compared'),
  unread: z.int().optional().describe('terms that the service told of and did not give; absent: none'),
});
const problem = z.object({
  code: z.string(),
  message: z.string().describe('what happened, what was kept, and what to do next'),
  traceIds: z.array(z.string()).describe('of the calls that it is about, for the support of the service'),
});

export const choice = z.object({
  action: z.enum(choiceActions),
  label: z.string(),
  consequence: z.string().describe('in one sentence'),
  needs: z
    .array(z.enum(['reason', 'text', 'accounts', 'languages', 'time']))
    .describe('what has to be given with it'),
});

export const statusSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string().describe('<project>/<name>'),
  project: z.string(),
  name: z.string(),
  state: z.enum(releaseStates),
  stage: z.enum(stageNames).nullable(),
  stages: z.array(stage).length(stageNames.length),
  waitingFor: waitingFor.nullable(),
  hold: hold.nullable().describe('why it waits for no person and no work of its own, and until when'),
  progress: progress.nullable(),
  taskId: z.string().nullable(),
  publishJobId: z.string().nullable(),
  terms: termSheetRef.nullable(),
  languages: z.array(z.string()),
  comingLanguages: z
    .array(z.string())
    .describe('translated later: supplement languages, and those that were added'),
  export: exported.nullable(),
  announcement: z
    .object({
      postId: z.string().nullable().describe('null: it may have been made, and the reply was lost'),
      targets: z.array(target),
      sentAt: time.nullable().describe('when it was first sent; null: not yet'),
      scheduledAt: time.nullable().describe('when the service publishes it by itself'),
      accepted: z.boolean().describe('whether the service has taken it over'),
    })
    .nullable(),
  decisions: z
    .array(decision)
    .describe('who decided what, when and why: the newest, of a release with more than a hundred'),
  paused: decision
    .pick({ at: true, by: true, why: true })
    .nullable()
    .describe('who has it paused: nothing irreversible begins until it is resumed; null: nobody'),
  problem: problem.nullable(),
  choices: z.array(choice).describe('what a person can decide now'),
  facts: z
    .record(z.string(), z.unknown())
    .describe('what the problem, or what it waits for, is told of: times, accounts, languages, ids'),
  warnings: z
    .array(z.string())
    .describe('what may go wrong, by our reading of what the services say, and signals that were ignored'),
});

const retrying = z.object({
  call: z.string(),
  attempt: z.int(),
  since: time.describe('when it was first made'),
  nextAt: time.nullable().describe('when it is made again; null: now'),
  until: time.nullable().optional().describe('it is made again and again until then'),
  cause: z.string().describe('why the attempt before failed'),
});

/** The status that a release reports, joined with Temporal's data on its run: the result of `status -o json`. */
export const viewSchema = statusSchema.extend({
  problem: problem
    .extend({ actions: z.array(z.enum(resolveActions)).describe('what a person can decide now') })
    .nullable(),
  worker: z
    .enum(['present', 'absent', 'failing'])
    .nullable()
    .describe('null where none is needed any more; what is shown is what the release last said of itself'),
  workerProblem: z.string().nullable().describe('why the release does not go on'),
  retrying: retrying.nullable().describe('the call that is being repeated'),
  archived: z.boolean().describe('whether Temporal has forgotten it, and this is read from the archive'),
});

export type ReleaseView = z.output<typeof viewSchema>;
export type Retrying = z.output<typeof retrying>;
export type ReleaseStatus = z.output<typeof statusSchema>;
export type Hold = z.output<typeof hold>;
export type WaitingFor = z.output<typeof waitingFor>;
export type Pause = NonNullable<ReleaseStatus['paused']>;
export type Progress = z.output<typeof progress>;
export type ExportedFile = z.output<typeof exportedFile>;
/** null: the service did not report the setting. */
export type ExportedAs = z.output<typeof exportedAs>;
export type Completeness = z.output<typeof completeness>;
export type AnnouncedTarget = z.output<typeof target>;
export type Decision = z.output<typeof decision>;
export type Choice = z.output<typeof choice>;
export type Stage = z.output<typeof stage>;
export type TermSheetRef = z.output<typeof termSheetRef>;

/** The input form of the schema allows fields that later versions add. */
export function statusJsonSchema(): object {
  return { title: 'locrelease status -o json', ...z.toJSONSchema(viewSchema, { io: 'input' }) };
}
