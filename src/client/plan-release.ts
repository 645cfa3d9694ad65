/** What a release would do, and whether it could, without doing any of it: files and services are only read. */
import { checkRelease, type ReleaseCheck } from '../checks/check-release';
import type { LocalizationClient } from '../localization/localization-client';
import { releaseId } from '../domain/identity';
import type { ReleaseSpec } from '../domain/release-file';
import { announcementText } from '../social/announcement-post';
import type { SocialClient } from '../social/social-client';
import { readReleaseFile, type ReleaseFileRules } from '../source/read-release-file';
import { readSourceFiles } from '../source/read-source-files';
import { plannedStages, type PlannedStage } from './planned-stages';

export interface ReleasePlan {
  id: string;
  project: string;
  name: string;
  /** Whether nothing that can be seen now would stop it. */
  ready: boolean;
  findings: string[];
  /** What may go wrong, by our reading of what the services say; it stops nothing. */
  warnings: string[];
  source: PlannedSource;
  languages: { target: string[]; supplement: string[] };
  stages: PlannedStage[];
  /** null: nobody is asked about the terms. */
  review: { deadlineMs: number; remindersMs: number[]; onDeadline: 'reject' | 'confirm' } | null;
  export: { templateId: string | null; templateName: string; languages: string[]; directory: string } | null;
  announcement: PlannedAnnouncement | null;
}

/** Counts are null where only the service will see the strings, and of words where that would take too long. */
interface PlannedSource {
  from: string;
  /** How many there are, where the release file names several or a pattern. */
  files?: number;
  strings: number | null;
  words: number | null;
}

interface PlannedAnnouncement {
  /** As it will read; null where the prepared post does not tell. */
  text: string | null;
  characters: number | null;
  postId: string | null;
  notBefore: string | null;
  accounts: { id: string; platform: string; handle: string; status: string }[];
  /** Scheduled posts of this month. */
  quota: { used: number; limit: number; left: number } | null;
}

export interface PlanningServices {
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export async function planRelease(
  file: string,
  services: PlanningServices & { config: ReleaseFileRules },
): Promise<ReleasePlan> {
  const { spec } = await readReleaseFile(file, services.config);
  const source = await planSource(spec);
  const { project, name, targetLanguages, supplementLanguages } = spec;
  const check = await checkRelease(spec, {
    localization: services.localization(project),
    social: services.social,
  });
  return {
    id: releaseId(spec),
    project,
    name,
    ready: check.stops.length === 0,
    findings: check.stops,
    warnings: check.warnings,
    source,
    languages: { target: targetLanguages, supplement: supplementLanguages },
    stages: plannedStages(spec),
    review: planReview(spec),
    export: planExport(spec, check),
    announcement: planAnnouncement(spec, check, source.strings ?? 0),
  };
}

async function planSource({ source, export: exportTo }: ReleaseSpec): Promise<PlannedSource> {
  if ('url' in source) {
    // The query may be the signature of a link.
    const { origin, pathname } = new URL(source.url);
    return { from: origin + pathname, strings: null, words: null };
  }
  const { strings, files } = await readSourceFiles(source, exportTo?.escape);
  const chars = strings.reduce((sum, { content }) => sum + content.length, 0);
  const words =
    chars > MOST_COUNTED_CHARS ? null : strings.reduce((sum, { content }) => sum + countWords(content), 0);
  const isList = source.directory !== undefined;
  return {
    from: [source.file].flat().join(', '),
    ...(isList && { files }),
    strings: strings.length,
    words,
  };
}

function planReview({ terms }: ReleaseSpec): ReleasePlan['review'] {
  if (!terms.scan || terms.confirmation !== 'operator') return null;
  return { deadlineMs: terms.deadline, remindersMs: terms.reminders, onDeadline: terms.onDeadline };
}

function planExport(spec: ReleaseSpec, { template }: ReleaseCheck): ReleasePlan['export'] {
  if (spec.export === undefined) return null;
  return {
    templateId: template?.id ?? null,
    templateName: template?.name ?? spec.export.template ?? 'default',
    languages: spec.export.languages ?? [...spec.targetLanguages, ...spec.supplementLanguages],
    directory: spec.export.directory,
  };
}

function planAnnouncement(
  spec: ReleaseSpec,
  { announcement: { accounts, post, quota } }: ReleaseCheck,
  strings: number,
): PlannedAnnouncement | null {
  const { announce, targetLanguages, supplementLanguages } = spec;
  if (announce === undefined) return null;
  const languages = [...targetLanguages, ...supplementLanguages];
  const text =
    announce.text === undefined
      ? (post?.text ?? null)
      : announcementText({ release: spec, text: announce.text, languages, strings });
  return {
    text,
    characters: text === null ? null : Array.from(text).length,
    postId: announce.postId ?? null,
    notBefore: announce.at ?? null,
    accounts: accounts.map(({ id, platform, handle, status }) => ({ id, platform, handle, status })),
    quota: quota && { used: quota.used, limit: quota.limit, left: quota.left },
  };
}

/** Some languages take a second for half a million characters. */
const MOST_COUNTED_CHARS = 10_000_000;
const PIECE_CHARS = 2000;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as a reader counts them, in languages without spaces too. */
export function countWords(text: string): number {
  let count = 0;
  // In pieces: of a run without blanks it takes the square of the length.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    for (const { isWordLike } of words.segment(text.slice(at, at + PIECE_CHARS)))
      if (isWordLike === true) count += 1;
  return count;
}
