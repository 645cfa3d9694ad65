import type { QuietHours } from '../domain/schedules/wall-clock';
import type { Client } from '@temporalio/client';
import type { KeyObject } from 'node:crypto';
import type { Prices } from '../domain/cost';
import type { NoticeRoute } from '../config/notice-routes';
import type { Reach } from '../http/guarded-agent';
import type { CallbackAddressee } from '../localization/callback-address';
import type { Secret } from '../http/secret';
import type { LocalizationClient } from '../localization/localization-client';
import type { NotificationRouter } from '../notices/notification-router';
import type { SocialClient } from '../social/social-client';
import type { ContentStore } from '../store/content-store';
import type { ManifestArchive } from '../store/manifest-archive';

/** What the activities work with; a worker makes it once from its configuration. */
export interface ActivityDependencies {
  localization: (project: string) => LocalizationClient;
  /** The name by which the gateway and the workers of a project recognise each other. */
  appSecret: (project: string) => Secret;
  social: () => SocialClient;
  /** Where the files that the service of a project links to may be. */
  reach: (project: string) => Reach;
  store: ContentStore;
  manifests: ManifestArchive;
  /** Signs manifests; null: they are not signed. */
  signingKey: KeyObject | null;
  temporal: Client;
  /** Where the localization service calls back for a workflow; null where no callback address is set. */
  callbackUrl: (addressee: CallbackAddressee) => string | null;
  minCheckIntervalMs: number;
  /** Where exports must stay; null: any ordinary directory. */
  exportsRoot: string | null;
  taskQueue: string;
  /** Whether the person who started a release is forbidden to confirm its terms. */
  fourEyes: boolean;
  /** The quiet hours, in which nothing is announced. */
  quietHours: QuietHours | null;
  /** The price of a word. null: a budget of money cannot be checked. */
  prices: Prices | null;
  /** Readings that the configuration file forces, by the id of the assumption. */
  readings: Readonly<Record<string, string>>;
  notices: NotificationRouter;
  noticeRoutes: readonly NoticeRoute[];
}
