/** What an operation is, and what it works with. */
import type { Client } from '@temporalio/client';
import type * as z from 'zod';
import type { ArchivedReleases } from '../client/archived-releases';
import type { ReleaseClient } from '../client/release-client';
import type { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import type { OperatorProof } from '../domain/release-input';
import type { Role } from '../domain/roles';
import type { LocalizationClient } from '../localization/localization-client';
import type { ProofRequest } from '../protocol/proof-request';
import type { SocialClient } from '../social/social-client';
import type { ContentStore } from '../store/content-store';

/** Who says something, with proof of it where there is one. */
export type Prove = (said: ProofRequest) => Promise<{ by: string; proof?: OperatorProof }>;

export interface Who {
  name: () => string;
  prove: Prove;
}

/** What every operation has. */
export interface BareAccess {
  config: Config;
  store: ContentStore;
  archive: ArchivedReleases;
  /** Whether the files of this machine are the speaker's own. */
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

interface Described<Schema extends z.ZodType, Access, Result> {
  /** What it takes to have it done; `read`: it changes nothing. */
  role: Role;
  input: Schema;
  /** How long it may take at a gateway. */
  boundMs?: number;
  run: (access: Access, said: z.output<Schema>, who: Who) => Promise<Result>;
}

export interface Operation {
  role: Role;
  input: z.ZodType;
  boundMs: number;
  /** Which of the two its access has: each takes time to load. */
  needsTemporal: boolean;
  needsServices: boolean;
  /** `said` was checked against the schema of the input, and the access is of the kind that it needs. */
  run: (access: never, said: never, who: Who) => Promise<unknown>;
}

const BOUND_MS = 60_000;
/** Hundreds of edits go to the service one by one. */
export const LONG_BOUND_MS = 300_000;

/** Keeps the types of what is said and of what is answered. */
export function operation<Schema extends z.ZodType, Result>(
  described: Described<Schema, TemporalAccess, Result>,
) {
  return { boundMs: BOUND_MS, ...described, needsTemporal: true, needsServices: false };
}

/** One that asks the services too. */
export function checkingOperation<Schema extends z.ZodType, Result>(
  described: Described<Schema, OperationAccess, Result>,
) {
  return { boundMs: BOUND_MS, ...described, needsTemporal: true, needsServices: true };
}

/** One that works while Temporal does not. */
export function serviceOperation<Schema extends z.ZodType, Result>(
  described: Described<Schema, ServiceAccess, Result>,
) {
  return { boundMs: BOUND_MS, ...described, needsTemporal: false, needsServices: true };
}

/** One for which the store is enough. */
export function storeOperation<Schema extends z.ZodType, Result>(
  described: Described<Schema, BareAccess, Result>,
) {
  return { boundMs: BOUND_MS, ...described, needsTemporal: false, needsServices: false };
}
