/** Turns a release file, or its text, into the input of a release. Its strings are stored under their digest. */
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import type { Amendment } from '../../domain/release/amendment';
import type { ReleaseInput, ReleaseSource } from '../../domain/release/release-input';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { releaseSource } from '../../domain/fields';
import { InputError, issueLines, whereNamed, type Finding } from '../../source/input-error';
import { readReleaseFile, readReleaseText, type ReleaseFileRules } from '../../source/read-release-file';
import { readSourceJson } from '../../source/read-source';
import {
  readSourcesApart,
  readSourcesHere,
  snapshotFaultApart,
  type ReadSources,
} from '../../source/read-apart';
import type { ContentStore } from '../../store/content-store';
import { putAddress } from '../../store/source-address';
import { putSnapshot, putSnapshotTexts } from '../../store/source-snapshot';
import type { StoreReader, StoreWriter } from '../../store/unwritten-store';
import { BadRequest } from '../errors';
import { placeIn } from './check-before-start';
import { readSavedPlan, requireAsPlanned } from './saved-plan';

export async function prepareRelease(
  file: string,
  { store, config }: { store: ContentStore; config: ReleaseFileRules },
  startedBy: string,
): Promise<PreparedRelease> {
  const { spec } = await readReleaseFile(file, config);
  return snapshotOf(spec, store, startedBy);
}

export interface PreparedRelease {
  input: ReleaseInput;
  /** The number of files that the strings were read from. null: the service reads them. */
  files: number | null;
  /** Warnings about the strings. */
  doubts: readonly string[];
}

/** Stores the strings as they are now. A server for other people does not read source files itself. */
export async function snapshotOf(
  spec: ReleaseSpec,
  store: StoreWriter,
  startedBy: string | null,
  read: ReadSources = readSourcesApart,
): Promise<PreparedRelease> {
  if ('url' in spec.source)
    return { input: await addressed(spec, spec.source.url, store, startedBy), files: null, doubts: [] };
  const found: Finding[] = [];
  const { files, ...texts } = await read(spec.source, spec.export?.escape, (warnings) =>
    found.push(...warnings),
  );
  if (spec.preflight === 'strict' && found.length > 0) throw new InputError(found);
  const snapshot = await putSnapshotTexts(store, texts);
  return {
    input: { spec, source: { kind: 'snapshot', ...snapshot }, startedBy },
    files,
    doubts: issueLines(found),
  };
}

/** The query of an address may sign it: a release carries the address without it. */
async function addressed(
  spec: ReleaseSpec,
  address: string,
  store: StoreWriter,
  startedBy: string | null,
): Promise<ReleaseInput> {
  const source = await putAddress(store, address);
  return { spec: { ...spec, source: { url: source.url } }, source, startedBy };
}

/** A release sent as a text brings its strings along, since this machine's files are not the sender's. */
export async function prepareReleaseText(
  { text, strings }: { text: string; strings: Readonly<Record<string, string>> | null },
  store: ContentStore,
  startedBy: string,
  rules?: ReleaseFileRules,
): Promise<ReleaseInput> {
  const spec = readReleaseText('release', text, rules);
  requirePlainDirectory(spec);
  if ('url' in spec.source) return addressed(spec, spec.source.url, store, startedBy);
  if (strings === null) {
    throw new BadRequest(
      'The release has its strings in a file. Send them as "strings". Nothing was started.',
    );
  }
  const snapshot = await putSnapshot(store, readSourceJson('strings', JSON.stringify(strings)));
  return { spec, source: { kind: 'snapshot', ...snapshot }, startedBy };
}

export function requirePlainDirectory(
  parts: Pick<Amendment, 'export'>,
  consequence = 'Nothing was started.',
): void {
  const fault = directoryFault(parts);
  if (fault !== null) throw new BadRequest(`export.directory ${fault}. ${consequence}`);
}

/** A sender on another machine names the files only, not where they lie on a worker's disk. */
export function directoryFault({ export: exportTo }: Pick<Amendment, 'export'>): string | null {
  const { directory = '' } = exportTo ?? {};
  if (!isAbsolute(directory) && !directory.split(/[\\/]/).includes('..')) return null;
  return 'must be a relative path without "..", because it is a directory of the worker';
}

/** A release file whose strings were stored before the start, with options of this start. */
export const sentReleaseSchema = z.strictObject({
  /** The file, as the person named it. */
  file: z.string().min(1).max(4096),
  text: z.string().max(1_000_000),
  /** The directory that its paths start from. null: it is on another machine. */
  directory: z.string().max(4096).nullable(),
  /** False leaves out the announcement of the file. */
  announce: z.boolean(),
  /** Allows a publish that takes languages from already published strings, whatever the file says. */
  loseLanguages: z.boolean(),
  /** Allows languages that the service does not list, whatever the file says. */
  allowUnlisted: z.boolean(),
  /** null: the service reads the strings. */
  source: releaseSource.nullable(),
});
export type SentRelease = z.output<typeof sentReleaseSchema>;
export type StartRequest = Pick<SentRelease, 'announce' | 'loseLanguages' | 'allowUnlisted'>;

export const defaultStartRequest: StartRequest = {
  announce: true,
  loseLanguages: false,
  allowUnlisted: false,
};

function withStartRequest(
  spec: ReleaseSpec,
  { announce, loseLanguages, allowUnlisted }: StartRequest,
): ReleaseSpec {
  return {
    ...spec,
    ...(!announce && { announce: undefined }),
    ...(loseLanguages && { loseLanguages }),
    ...(allowUnlisted && { allowUnlisted }),
  };
}

/** Reads the text of a sent release anew. Only its text and its strings count, not what the sender made of them. */
export async function sentRelease(
  { file, text, directory, source, ...startRequest }: SentRelease,
  { store, rules }: { store: StoreReader & StoreWriter; rules: ReleaseFileRules },
  startedBy: string | null,
): Promise<ReleaseInput> {
  const spec = withStartRequest(readReleaseText(file, text, rules, directory), startRequest);
  if (directory === null) requirePlainDirectory(spec);
  if ('url' in spec.source) return addressed(spec, spec.source.url, store, startedBy);
  if (source?.kind !== 'snapshot') throw new BadRequest('The strings of the release are missing.');
  if (directory === null) await requireStrings(store, source);
  return { spec, source, startedBy };
}

/** A snapshot from another machine may be anything, so it must be exactly what `putSnapshot` would store. */
async function requireStrings(
  store: StoreReader,
  { sha256, strings, notes }: Extract<ReleaseSource, { kind: 'snapshot' }>,
): Promise<void> {
  const fault = await snapshotFaultApart({
    snapshot: await store.get(sha256),
    notes: notes === undefined ? null : await store.get(notes),
    strings,
  });
  if (fault !== null) throw new BadRequest(`${fault} Nothing was started.`);
}

export interface RequestedRelease extends PreparedRelease {
  /** The release file, as a person named it or as the plan does. */
  file: string;
  text: string;
}

interface RequestedWith {
  config: ReleaseFileRules;
  store: StoreReader & StoreWriter;
  startedBy: string | null;
  startRequest?: StartRequest;
}

/** `given`: a release file, or a saved plan of one. */
export async function readRequestedRelease(
  given: string,
  { config, store, startedBy, startRequest = defaultStartRequest }: RequestedWith,
): Promise<RequestedRelease> {
  const plan = await readSavedPlan(given);
  const file = plan?.releaseFile ?? given;
  const { spec, text } = await readReleaseFile(file, config);
  const prepared = await snapshotOf(
    withStartRequest(spec, startRequest),
    store,
    startedBy,
    readSourcesHere,
  ).catch((error: unknown) => {
    throw error instanceof InputError
      ? whereNamed(error, placeIn({ file, text }, ['source', 'file']))
      : error;
  });
  if (plan !== null) {
    // Options of the start are no part of the plan.
    const { announce, loseLanguages } = spec;
    const planned = { ...prepared.input, spec: { ...prepared.input.spec, announce, loseLanguages } };
    await requireAsPlanned(given, plan, { file, input: planned }, store);
  }
  return { file, text, ...prepared };
}
