import { releaseId } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { ContentStore } from '../../store/content-store';
import type { ArchivedReleases, ReadManifest } from './archived-releases';
import { sourceDifference } from '../releases/content-difference';
import { releaseReport, type Report } from './release-report';

/** The report of a release, with what the rest of the archive tells of it. */
export async function readReport(
  { archive, store }: { archive: ArchivedReleases; store: ContentStore },
  kept: ReadManifest<ReleaseManifest>,
): Promise<Report> {
  const { manifest, faults, signature } = kept;
  const before = await archive.before(kept);
  return releaseReport({
    manifest,
    faults,
    signature,
    before: before && {
      id: releaseId(before.content),
      changes: await changesSince(store, before, manifest),
    },
    rollbacks: await archive.rollbacks(manifest.content),
  });
}

/** What a release has that the one before it had not, in a few lines. */
async function changesSince(
  store: ContentStore,
  { content: before }: ReleaseManifest,
  { content: after }: ReleaseManifest,
): Promise<string[]> {
  const strings = await sourceDifference(store, before.source, after.source);
  return [
    ...strings.map((line) => line.trim()),
    ...named('Languages added', missingIn(before.languages, after.languages)),
    ...named('Languages no longer there', missingIn(after.languages, before.languages)),
    ...named(
      'Files with other content',
      after.files
        .filter((file) => !before.files.some(({ sha256 }) => sha256 === file.sha256))
        .map(({ name }) => name),
    ),
    ...(before.terms?.list === after.terms?.list ? [] : ['The term list has changed.']),
    ...(before.export?.templateId === after.export?.templateId
      ? []
      : [
          `Export template: was ${before.export?.templateId ?? 'none'}, now ${after.export?.templateId ?? 'none'}`,
        ]),
    ...modeChange('Export mode', before.export?.mode, after.export?.mode),
    ...modeChange('Escape mode', before.export?.escape, after.export?.escape),
  ];
}

/** Where one of them is not known there is nothing to compare. */
function modeChange(what: string, before: string | null = null, after: string | null = null): string[] {
  return before === null || after === null || before === after
    ? []
    : [`${what}: was ${before}, now ${after}`];
}

function missingIn(there: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((language) => !there.includes(language));
}

function named(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
}
