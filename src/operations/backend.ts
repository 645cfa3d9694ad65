/** What a command asks for, wherever it is done: on this machine, or by a gateway. */
import type * as z from 'zod';
import type { Work } from '../domain/service-work';
import type { ReleaseFileRules } from '../source/read-release-file';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import type { Operations } from './all-operations';

export type Ask = <Name extends keyof Operations>(
  name: Name,
  said: z.input<Operations[Name]['input']>,
) => Promise<Awaited<ReturnType<Operations[Name]['run']>>>;

export interface Backend {
  ask: Ask;
  /** Where the strings of a release go before it is started. */
  contents: StoreReader & StoreWriter;
  /** Puts an exported file in the place of the target, checked against its digest. */
  copyTo: (file: ExportedContent, target: string) => Promise<void>;
  /** What the configuration asks of release files, as far as it is known here. */
  rules: () => ReleaseFileRules;
  /** Whether workers see the files of this machine at the same paths. */
  sharesFiles: boolean;
  /** The release's page in the console. */
  linkOf: (id: string) => string;
  close: () => Promise<void>;
}

/** A content, and what has exported it. */
export interface ExportedContent {
  sha256: string;
  of: { release: string } | { work: Work };
}
