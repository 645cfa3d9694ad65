/** What the actions of people work on: the store and its records, Temporal, and the two services. */
import type { Client } from '@temporalio/client';
import type { Config } from '../config/config';
import type { LocalizationClient } from '../localization/localization-client';
import type { SocialClient } from '../social/social-client';
import type { ContentStore } from '../store/content-store';
import type { ArchivedReleases } from './records/archived-releases';
import type { ReleaseClient } from './releases/release-client';
import type { WorkClient } from './work-client';

export interface BareAccess {
  config: Config;
  store: ContentStore;
  archive: ArchivedReleases;
  /** The caller may read files of this machine. */
  readsFiles: boolean;
}

export interface TemporalAccess extends BareAccess {
  client: Client;
  releases: ReleaseClient;
  works: WorkClient;
}

export interface ServiceAccess extends BareAccess {
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export type OperationAccess = TemporalAccess & ServiceAccess;
