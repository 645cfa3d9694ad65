/**
 * A plan as a file, which `start` takes as it is: what the release requested when the plan was made, by content and by
 * digest. It has neither the strings nor a secret. The release file and its source are read again, and must be the
 * same.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../../domain/text/canonical-json';
import { releaseId } from '../../domain/release/identity';
import { cannotWrite } from '../../domain/text/path-fault';
import { contentOf } from '../../domain/release/release-content';
import type { ReleaseInput } from '../../domain/release/release-input';
import { stringChanges } from '../../domain/review/translated-strings';
import type { SourceString } from '../../localization/requests';
import { fileChunks } from '../../files/regular-file';
import { packageVersion } from '../../package';
import { readText } from '../../source/read-text';
import { replaceFile } from '../../store/replace-file';
import { getSnapshot } from '../../store/source-snapshot';
import type { StoreReader } from '../../store/unwritten-store';
import { indented } from '../../domain/text/sentence';
import { changeLines, SOURCE_DIFFERS, specDifference } from '../releases/content-difference';
import { BadRequest } from '../errors';

const FORMAT = 'locrelease plan';
const VERSION = 1;

const text = z.string();
/** For people only; nothing reads it back. */
const line = z.string().regex(/^\P{Cc}*$/u);
const savedPlan = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  locrelease: text,
  createdAt: z.iso.datetime(),
  release: text,
  /** The release file, relative to this one. */
  file: text.min(1),
  content: z.record(line, z.unknown()),
  /** A digest of each string's text. null: there are too many strings, or the service reads them. */
  strings: z.array(z.tuple([line, text])).nullable(),
  /** The digest of everything else. */
  sha256: text,
});
type SavedPlan = z.output<typeof savedPlan>;

interface PlanRequest {
  file: string;
  input: Pick<ReleaseInput, 'spec' | 'source'>;
}

export async function savePlan(
  path: string,
  { file, input }: PlanRequest,
  store: StoreReader,
): Promise<void> {
  if (resolve(path) === resolve(file))
    throw new BadRequest(`${path} is the release file. The plan was not saved. Give it another name.`);
  if (existsSync(path) && !(await beginsLikePlan(path)))
    throw new BadRequest(`${path} exists and is not a plan. The plan was not saved. Give it another name.`);
  const plan = {
    format: FORMAT,
    version: VERSION,
    locrelease: packageVersion(),
    createdAt: new Date().toISOString(),
    release: releaseId(input.spec),
    file: portable(dirname(resolve(path)), resolve(file)),
    content: plannedContent({ file, input }),
    strings: await fingerprints(input, store),
  };
  const sealed = { ...plan, sha256: digestOf(plan) };
  try {
    await replaceFile(path, `${JSON.stringify(sealed, null, 2)}\n`);
  } catch (cause) {
    throw new BadRequest(`${cannotWrite(path, cause)} The plan was not saved.`, { cause });
  }
}

/** null: it is another kind of file. */
export async function readSavedPlan(path: string): Promise<(SavedPlan & { releaseFile: string }) | null> {
  if (!(await beginsLikePlan(path))) return null;
  const plan = parsed(path, await readText(path));
  return { ...plan, releaseFile: resolve(dirname(path), plan.file) };
}

/** Throws with the difference if the release file has changed since the plan. */
export async function requireAsPlanned(
  path: string,
  plan: SavedPlan,
  { file, input }: PlanRequest,
  store: StoreReader,
): Promise<void> {
  const content = plannedContent({ file, input });
  if (canonicalJson(content) === canonicalJson(plan.content)) return;
  const now = await fingerprints(input, store);
  const isOther = canonicalJson(content.source) !== canonicalJson(plan.content.source);
  const ofStrings =
    plan.strings === null || now === null
      ? [SOURCE_DIFFERS]
      : changeLines(stringChanges(new Map(plan.strings), new Map(now)));
  throw new BadRequest(
    [
      `${path} was made on ${plan.createdAt}, and its release has changed since. Nothing was started. Make the plan again, or undo the change.`,
      ...[...specDifference(plan.content, content), ...(isOther ? ofStrings : [])].map(indented),
    ].join('\n'),
  );
}

/** The release's request, with the paths of its files relative to the release file. */
function plannedContent({ file, input }: PlanRequest): Record<string, unknown> {
  const content = contentOf(input);
  const { export: exportTo } = input.spec;
  if (exportTo === undefined) return content;
  const directory = portable(dirname(resolve(file)), exportTo.directory);
  return { ...content, export: { ...(content.export as object), directory } };
}

const MOST_STRINGS = 20_000;

async function fingerprints(
  { source }: PlanRequest['input'],
  store: StoreReader,
): Promise<SavedPlan['strings']> {
  if (source.kind === 'url' || source.strings > MOST_STRINGS) return null;
  return (await getSnapshot(store, source.sha256)).map(({ string_id, content }: SourceString) => [
    string_id,
    sha256(content).slice(0, 16),
  ]);
}

function parsed(path: string, content: string): SavedPlan {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw unusable(path, 'it is incomplete, or not valid JSON', cause);
  }
  const { data, error } = savedPlan.safeParse(value);
  if (error !== undefined) {
    const isOfOthers = error.issues.some(({ path: [key] }) => key === 'version');
    throw unusable(
      path,
      isOfOthers ? 'another version of locrelease wrote it' : 'it was changed by hand',
      error,
    );
  }
  const { sha256: seal, ...rest } = data;
  if (digestOf(rest) !== seal) throw unusable(path, 'it was changed by hand');
  return data;
}

function unusable(path: string, why: string, cause?: unknown): BadRequest {
  return new BadRequest(`${path} cannot be used as a plan: ${why}. Nothing was started. Make it again.`, {
    cause,
  });
}

/** Reads no more than the beginning of the file. */
async function beginsLikePlan(path: string): Promise<boolean> {
  try {
    for await (const chunk of fileChunks(path))
      return /^\s*\{\s*"format"\s*:\s*"locrelease plan"/.test(chunk.toString('utf8', 0, 100));
  } catch {
    // The next reader of the file reports the fault.
  }
  return false;
}

function portable(from: string, to: string): string {
  return relative(from, to).split(sep).join('/') || '.';
}

function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
