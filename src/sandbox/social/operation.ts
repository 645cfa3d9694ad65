import type { ServiceRequest } from '../mount-service';
import type { Credential } from './credentials';

export interface Operation {
  /** The operation's identifier, which is also its tool name. */
  tool: string;
  scope: string;
  rateClass: 'read' | 'write';
  run: (request: ServiceRequest, credential: Credential) => Outcome | Promise<Outcome>;
}

export interface Outcome {
  data: unknown;
  /** What the call changed; null where it changed nothing. */
  effect: string | null;
  ids?: Record<string, string>;
  /** The result of an earlier call with the same key. */
  replayed?: boolean;
}
