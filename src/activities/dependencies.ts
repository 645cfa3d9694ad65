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

export interface ActivityDependencies {
  localization: (project: string) => LocalizationClient;
  /** The shared secret by which the gateway and the workers of a project recognise each other. */
  appSecret: (project: string) => Secret;
  social: () => SocialClient;
  /** The addresses from which files of the project's service may be downloaded. */
  reach: (project: string) => Reach;
  store: ContentStore;
  manifests: ManifestArchive;
  /** null: manifests are not signed. */
  signingKey: KeyObject | null;
  temporal: Client;
  /** The localization service's callback address for a workflow; null: none is configured. */
  callbackUrl: (addressee: CallbackAddressee) => string | null;
  minCheckIntervalMs: number;
  /** The directory in which exports must stay; null: any ordinary directory. */
  exportsRoot: string | null;
  taskQueue: string;
  /** Whether the person who started a release is forbidden to confirm its terms. */
  fourEyes: boolean;
  quietHours: QuietHours | null;
  /** null: a budget of money cannot be checked. */
  prices: Prices | null;
  /** Readings forced by the configuration file, by the id of the assumption. */
  readings: Readonly<Record<string, string>>;
  notices: NotificationRouter;
  noticeRoutes: readonly NoticeRoute[];
}
