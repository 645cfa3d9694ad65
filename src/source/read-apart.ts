/**
 * Gateways and workers, which serve many people, read sources in a separate process. A source that exceeds its limits
 * is refused like any other bad file. A command reads only for its own user, within its own process.
 */
import type { SourceFiles } from '../domain/release/release-file';
import { callApart, CallBroken, type ApartBounds } from '../files/call-apart';
import type { SnapshotTexts } from '../localization/snapshot-text';
import type { EscapeMode } from '../localization/vocabulary';
import { modulePath } from '../package';
import { fileError, InputError, type Warn } from './input-error';
import {
  measureSnapshot,
  readSources,
  type SentSnapshot,
  type SnapshotMeasures,
  type SnapshotRequest,
  type SourcesRequest,
  type SourcesRead,
} from './snapshot-jobs';

export type ReadSources = (
  source: SourceFiles,
  escape: EscapeMode | undefined,
  warn: Warn,
) => Promise<SnapshotTexts & { files: number }>;

export const readSourcesHere: ReadSources = async (source, escape, warn) =>
  resultOf(await readSources({ source, escape }), warn);

export async function readSourcesApart(
  source: SourceFiles,
  escape: EscapeMode | undefined,
  warn: Warn,
  bounds?: ApartBounds,
): ReturnType<ReadSources> {
  try {
    const request: SourcesRequest = { source, escape };
    return resultOf((await callApart(JOBS, 'readSources', request, bounds)) as SourcesRead, warn);
  } catch (error) {
    if (!(error instanceof CallBroken)) throw error;
    const [file = ''] = [source.file].flat();
    throw fileError(file, tooLarge(error));
  }
}

/** Why contents cannot be the strings of a release, as a sentence; null: they can. */
export async function snapshotFaultApart(sent: SentSnapshot): Promise<string | null> {
  try {
    return (await callApart(JOBS, 'snapshotFault', sent)) as string | null;
  } catch (error) {
    if (error instanceof CallBroken) return `The source ${tooLarge(error)}.`;
    throw error;
  }
}

/** `here`: measured in this process, for the user of a command. Where the limits are exceeded, nothing is measured. */
export async function measuredSnapshot(request: SnapshotRequest, here: boolean): Promise<SnapshotMeasures> {
  if (here) return measureSnapshot(request);
  try {
    return (await callApart(JOBS, 'measureSnapshot', request)) as SnapshotMeasures;
  } catch (error) {
    if (error instanceof CallBroken) return { words: null, changes: null };
    throw error;
  }
}

const JOBS = modulePath('source/snapshot-jobs');

const tooLarge = ({ message }: CallBroken): string =>
  `is too large to read: ${message}. Divide it, or leave out what is not to be translated`;

function resultOf(read: SourcesRead, warn: Warn): Awaited<ReturnType<ReadSources>> {
  if ('findings' in read) throw new InputError(read.findings);
  const { doubts, ...texts } = read;
  if (doubts.length > 0) warn(doubts);
  return texts;
}
