import type { SandboxContext } from '../mount-service';
import type { SandboxProfile } from '../profile';
import type { Project } from './project-state';

/** A signed and parsed call of one project; `input` is the JSON body, or the query of a GET. */
export interface LocalizationCall {
  project: Project;
  input: Readonly<Record<string, unknown>>;
  traceId: string;
}

export interface Outcome {
  data: unknown;
  /** What the call changed; null where it changed nothing. */
  effect: string | null;
  ids?: Record<string, string>;
}

type Handler = (call: LocalizationCall) => Outcome | Promise<Outcome>;
/** By endpoint as documented. */
export type Handlers = Record<string, Handler>;

export interface LocalizationContext extends SandboxContext {
  profile: SandboxProfile;
}
