/** The types of an operation: a row of the table that gateways, commands and tools are made from. */
import type * as z from 'zod';
import type { BareAccess, OperationAccess, ServiceAccess, TemporalAccess } from '../client/access';
import type { ArchivedReleases } from '../client/records/archived-releases';
import type { OperatorProof } from '../domain/release/release-input';
import type { Role } from '../domain/roles';
import type { ProofRequest } from '../protocol/proof-request';

type Prove = (request: ProofRequest) => Promise<{ by: string; proof?: OperatorProof }>;

export interface Who {
  name: () => string;
  prove: Prove;
  /** The idempotency key of a request that may be sent again. */
  key?: string | undefined;
  signal?: AbortSignal;
  progress?: (message: string) => void;
  /** Reports an unexpected error that ends only a part of the work. */
  trouble?: (error: unknown) => void;
}

export interface ToolOf {
  name: string;
  title: string;
  /** Replaces the summary if that is not enough. */
  description?: string;
  /** The result is returned under this key. */
  as?: string;
  /** Inputs that are optional in the operation and required by the tool. */
  needs?: readonly string[];
}

export interface Described {
  /** One sentence in the imperative, without its full stop. */
  summary: string;
  role: Role;
  input: z.ZodType;
  output: z.ZodType;
  /** For tools and requests with a key: repeating it has no further effect. */
  repeatsSafely?: boolean;
  bodyBytes?: number;
  tool?: ToolOf;
}

interface Row<Input extends z.ZodType, Output extends z.ZodType, Access, Result> extends Omit<
  Described,
  'role'
> {
  input: Input;
  output: Output;
  /** Overrides the role of the operation's kind. */
  role?: Role;
  /** The time that Temporal may take at a gateway. */
  boundMs?: number;
  run: (access: Access, input: z.output<Input>, who: Who) => Promise<Result>;
}

export interface Operation extends Described {
  boundMs: number;
  /** The accesses that it needs; each takes time to load. */
  needsTemporal: boolean;
  needsServices: boolean;
  /** `input` has passed its schema, and the access matches the needs. */
  run: (access: never, input: never, who: Who) => Promise<unknown>;
}

/** Shorter than a page's own timeout. */
export const SOON_MS = 15_000;
const BOUND_MS = 60_000;
/** Enough for hundreds of edits, which are sent to the service one by one. */
export const LONG_BOUND_MS = 300_000;
/** Enough for the terms of a termbase or the strings of a plan. */
export const LARGE_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Makes a kind of operation, by its access, and infers the types of input and result. A quick read is one for a person
 * who waits at a page.
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
/** For operations that also call the services. */
export const onBoth = kindOf<OperationAccess>({ needsTemporal: true, needsServices: true });
/** For operations that work without Temporal. */
export const onServices = kindOf<ServiceAccess>({ needsTemporal: false, needsServices: true });
export const onStore = kindOf<BareAccess>({ needsTemporal: false, needsServices: false });

/** Makes a value, such as a cache, once per process and archive. */
export function storedWith<Access extends BareAccess, Kept>(make: (access: Access) => Kept) {
  const made = new WeakMap<ArchivedReleases, Kept>();
  return (access: Access): Kept => {
    const cached = made.get(access.archive) ?? make(access);
    made.set(access.archive, cached);
    return cached;
  };
}
