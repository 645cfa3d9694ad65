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
  const refuse = (broken: CallBroken): never => {
    throw fileError([source.file].flat()[0] ?? '', tooLarge(broken));
  };
  return resultOf(await apart<SourcesRead>('readSources', { source, escape }, refuse, bounds), warn);
}

/** Why contents cannot be the strings of a release, as a sentence; null: they can. */
export function snapshotFaultApart(sent: SentSnapshot): Promise<string | null> {
  return apart<string | null>('snapshotFault', sent, (broken) => `The source ${tooLarge(broken)}.`);
}

/** `here`: measured in this process, for the user of a command. Where the limits are exceeded, nothing is measured. */
export async function measuredSnapshot(request: SnapshotRequest, here: boolean): Promise<SnapshotMeasures> {
  if (here) return measureSnapshot(request);
  return apart<SnapshotMeasures>('measureSnapshot', request, () => ({ words: null, changes: null }));
}

async function apart<Result>(
  job: string,
  input: unknown,
  resultIfBroken: (broken: CallBroken) => Result,
  bounds?: ApartBounds,
): Promise<Result> {
  try {
    return (await callApart(modulePath('source/snapshot-jobs'), job, input, bounds)) as Result;
  } catch (error) {
    if (error instanceof CallBroken) return resultIfBroken(error);
    throw error;
  }
}

const tooLarge = ({ message }: CallBroken): string =>
  `is too large to read: ${message}. Divide it, or leave out what is not to be translated`;

function resultOf(read: SourcesRead, warn: Warn): Awaited<ReturnType<ReadSources>> {
  if ('findings' in read) throw new InputError(read.findings);
  const { doubts, ...texts } = read;
  if (doubts.length > 0) warn(doubts);
  return texts;
}
