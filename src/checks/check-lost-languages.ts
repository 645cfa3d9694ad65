/**
 * Checks whether a release or a rollback would remove languages that its strings have in the project. It calls no
 * service.
 */
import type { Client } from '@temporalio/client';
import { lossFinding, lostLanguages, type Loss } from '../domain/release/release-languages';
import type { ReleaseSpec } from '../domain/release/release-file';
import type { ReleaseSource } from '../domain/release/release-input';
import { lastPublication } from '../store/last-publication';
import type { ManifestArchive } from '../store/manifest-archive';
import type { StoreReader } from '../store/unwritten-store';
import { StoreError } from '../store/store-error';
import { openPublications } from '../temporal/runs';
import { nothingFound, type Findings } from './findings';

export interface PublicationAccess {
  manifests: ManifestArchive;
  store: StoreReader;
  /** null: only ended releases are considered. */
  temporal: Client | null;
  /** The assumptions about the services from the configuration. */
  readings: Loss['readings'];
}

interface ToPublish {
  project: string;
  source: ReleaseSource;
  languages: readonly string[];
}

export async function readLoss(
  { temporal, readings, ...access }: PublicationAccess,
  { project, source, languages }: ToPublish,
): Promise<Loss> {
  const open = temporal === null ? [] : await openPublications(temporal, project);
  try {
    const last = await lastPublication(access, { project, source, open });
    return { languages, last, readings };
  } catch (error) {
    // An unreadable record stops no release, because its content is not known.
    if (!(error instanceof StoreError)) throw error;
    const last = { unread: `The records of the project cannot be read: ${error.message}` };
    return { languages, last, readings };
  }
}

/** A release that does not publish removes nothing. */
export async function checkLostLanguages(
  { project, targetLanguages, supplementLanguages, publish, loseLanguages }: ReleaseSpec,
  source: ReleaseSource,
  access: PublicationAccess,
): Promise<Findings & { lost: string[] }> {
  if (!publish) return { ...nothingFound, lost: [] };
  const languages = [...targetLanguages, ...supplementLanguages];
  const loss = await readLoss(access, { project, source, languages });
  const lost = lostLanguages(loss);
  const finding = lossFinding(loss, {
    loseLanguages,
    who: 'This release',
    remedy: {
      refused:
        'To publish all the same, set loseLanguages: true in the release file (in a terminal: --lose-languages).',
      warned: 'To keep them, name them in the release file. Without a change it publishes as it is.',
    },
  });
  if (finding === null) return { ...nothingFound, lost };
  const { kind, message } = finding;
  return kind === 'refusal'
    ? { stops: [{ key: ['targetLanguages'], message }], warnings: [], lost }
    : { stops: [], warnings: [message], lost };
}
