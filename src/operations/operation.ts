/** What an operation is: a row of the one table that gateways, commands and tools are made from. */
import type { Client } from '@temporalio/client';
import type * as z from 'zod';
import type { ArchivedReleases } from '../client/records/archived-releases';
import type { ReleaseClient } from '../client/releases/release-client';
import type { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import type { OperatorProof } from '../domain/release/release-input';
import type { Role } from '../domain/roles';
import type { LocalizationClient } from '../localization/localization-client';
import type { ProofRequest } from '../protocol/proof-request';
import type { SocialClient } from '../social/social-client';
import type { ContentStore } from '../store/content-store';

/** Who says something, with proof of it where there is one. */
type Prove = (said: ProofRequest) => Promise<{ by: string; proof?: OperatorProof }>;

export interface Who {
  name: () => string;
  prove: Prove;
  /** The idempotency key of a request that may be sent again. */
  key?: string | undefined;
  /** Given up by whoever asked. */
  signal?: AbortSignal;
  /** Tells how it goes, where whoever asked wants to hear of it. */
  progress?: (message: string) => void;
  /** Takes note of what nobody foresaw, where it ends a part of the work only. */
  trouble?: (error: unknown) => void;
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

/** How the tool server offers it. */
export interface ToolOf {
  name: string;
  title: string;
  /** Where the summary is not enough. */
  description?: string;
  /** What it returns is this part of the tool's result. */
  as?: string;
  /** Optional parts of the input that a program has to give. */
  needs?: readonly string[];
}

/** What is told of an operation, wherever it is done. */
export interface Described {
  /** One sentence in the imperative, without its full stop. */
  summary: string;
  /** What it takes to have it done; `read`: it changes nothing. */
  role: Role;
  input: z.ZodType;
  output: z.ZodType;
  /** Of a tool, or of what takes a key: it can be sent again without being done twice, though it changes something. */
  repeatsSafely?: boolean;
  /** The largest body that is taken. */
  bodyBytes?: number;
  tool?: ToolOf;
}

interface Row<Input extends z.ZodType, Output extends z.ZodType, Access, Result> extends Omit<
  Described,
  'role'
> {
  input: Input;
  output: Output;
  /** Where its kind does not say it. */
  role?: Role;
  /** How long Temporal may take for it at a gateway. */
  boundMs?: number;
  run: (access: Access, said: z.output<Input>, who: Who) => Promise<Result>;
}

export interface Operation extends Described {
  boundMs: number;
  /** Which of the two its access has: each takes time to load. */
  needsTemporal: boolean;
  needsServices: boolean;
  /** `said` was checked against the schema of the input, and the access is of the kind that it needs. */
  run: (access: never, said: never, who: Who) => Promise<unknown>;
}

/** Less than a page waits. */
export const SOON_MS = 15_000;
const BOUND_MS = 60_000;
/** Hundreds of edits go to the service one by one. */
export const LONG_BOUND_MS = 300_000;
/** Terms for a termbase, or the strings of a plan. */
export const LARGE_BODY_BYTES = 16 * 1024 * 1024;

/**
 * A kind of operation, by what its access has. It keeps the types of what is said and of what comes back. A quick read
 * is one that somebody waits for who looks at it.
 */
function kindOf<Access>(needs: Pick<Operation, 'needsTemporal' | 'needsServices'>) {
  const made =
    (role: Role, boundMs: number) =>
    <Input extends z.ZodType, Output extends z.ZodType, Result extends z.input<Output>>(
      row: Row<Input, Output, Access, Result>,
    ) => ({ role, boundMs, ...row, ...needs });
  return { read: made('read', BOUND_MS), quickRead: made('read', SOON_MS), act: made('operate', BOUND_MS) };
}

export const onTemporal = kindOf<TemporalAccess>({ needsTemporal: true, needsServices: false });
/** Those that ask the services too. */
export const onBoth = kindOf<OperationAccess>({ needsTemporal: true, needsServices: true });
/** Those that work while Temporal does not. */
export const onServices = kindOf<ServiceAccess>({ needsTemporal: false, needsServices: true });
/** Those for which the store is enough. */
export const onStore = kindOf<BareAccess>({ needsTemporal: false, needsServices: false });

/** Something that is made once for each process and kept with what it was made of, such as a cache. */
export function storedWith<Access extends BareAccess, Kept>(make: (access: Access) => Kept) {
  const made = new WeakMap<ArchivedReleases, Kept>();
  return (access: Access): Kept => {
    const cached = made.get(access.archive) ?? make(access);
    made.set(access.archive, cached);
    return cached;
  };
}
