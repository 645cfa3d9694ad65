/** What a tool of the tool server is, and what it works with. */
import type * as z from 'zod';
import type { Config } from '../config/config';
import type { OperationAccess, Prove } from '../operations/operation';
import type { Role } from '../domain/roles';

/** Who asks, and what they may do. */
export interface Speaker {
  name: string;
  role: Role;
}

export interface ToolAccess extends Omit<OperationAccess, 'config'> {
  speaker: Speaker;
  prove: Prove;
  config: Pick<Config, 'taskQueue' | 'exportsRoot' | 'fourEyes' | 'prices' | 'assumptions' | 'sessionSecret'>;
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
