/** What a tool of the tool server is, and what it works with. */
import type { Client } from '@temporalio/client';
import type { z } from 'zod';
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

/** Who asks, and what they may do. */
export interface Speaker {
  name: string;
  role: Role;
}

/** Who says something, with proof of it where there is one. */
export type Prove = (said: ProofRequest) => Promise<{ by: string; proof?: OperatorProof }>;

export interface ToolAccess {
  speaker: Speaker;
  prove: Prove;
  config: Pick<Config, 'taskQueue' | 'exportsRoot' | 'fourEyes' | 'prices'>;
  client: Client;
  releases: ReleaseClient;
  archive: ArchivedReleases;
  works: WorkClient;
  store: ContentStore;
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
  /** Whether the files of this machine are the speaker's own. */
  readsFiles: boolean;
}

export interface ToolCall {
  /** Given up by whoever asked. */
  signal: AbortSignal;
  /** Tells how it goes, where whoever asked wants to hear of it. */
  progress: (message: string) => void;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** What it takes to use it; `read`: it changes nothing. */
  role: Role;
  input: z.ZodType;
  /** How long Temporal may take for it. */
  boundMs: number;
  /** `said` was checked against the input's schema. */
  run: (access: ToolAccess, said: never, call: ToolCall) => Promise<object>;
}

const BOUND_MS = 60_000;

/** Keeps the type of what is said with the schema that it was checked by. */
export function tool<Schema extends z.ZodType>(
  described: Omit<Tool, 'input' | 'run' | 'boundMs'> & {
    input: Schema;
    boundMs?: number;
    run: (access: ToolAccess, said: z.output<Schema>, call: ToolCall) => Promise<object>;
  },
): Tool {
  return { boundMs: BOUND_MS, ...described };
}
