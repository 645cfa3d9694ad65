/**
 * What the documents of the two services leave out, each point as one object: what we take for granted, what else we
 * accept, what happens otherwise, and how to find out. The page docs/assumptions.md, the settings, the probe and the
 * sandbox all go by the same ids.
 */
export interface Assumption {
  id: string;
  service: 'localization' | 'social';
  /** What is not documented. */
  point: string;
  documented: string;
  /** What we accept; the first is the usual one. */
  readings: readonly Reading[];
  /** Files of src. */
  decidedIn: readonly string[];
  /** What stops and what only warns where it is none of the readings. */
  otherwise: string;
  /** Where we cannot tell by ourselves: what the configuration file may force. */
  setting: Setting | null;
  /** The sandbox can be told each reading under the same id; or why it cannot. */
  knob: 'same id' | { none: string };
  probe: Probe;
  /** Files of test. */
  tests: readonly string[];
}

interface Reading {
  name: string;
  means: string;
}

export type Setting =
  | {
      kind: 'reading';
      values: readonly string[];
      effect: string;
      /** Readings that work only where they are set. */
      needed: readonly string[];
      /** Readings that work without, and better where they are set. */
      useful: readonly string[];
    }
  /** Our field name to theirs. */
  | { kind: 'names'; ours: readonly string[]; effect: string };

export type Probe = { kind: 'read-only' | 'spend'; sees: string } | { kind: 'none'; reason: string };
