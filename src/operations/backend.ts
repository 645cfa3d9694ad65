/** The interface through which commands perform operations: on this machine, or at a gateway. */
import type * as z from 'zod';
import type { Work } from '../domain/service-work';
import type { ReleaseFileRules } from '../source/read-release-file';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import type { Operations } from './all-operations';

export type Ask = <Name extends keyof Operations>(
  name: Name,
  input: z.input<Operations[Name]['input']>,
) => Promise<Awaited<ReturnType<Operations[Name]['run']>>>;

export interface Backend {
  ask: Ask;
  contents: StoreReader & StoreWriter;
  /** Writes an exported file to the target after checking its digest. */
  copyTo: (file: ExportedContent, target: string) => Promise<void>;
  /** Whether the store is known to have a content; a gateway is not asked. */
  isStored: (sha256: string) => Promise<boolean>;
  /** The configuration's rules for release files, as far as known here. */
  rules: () => ReleaseFileRules;
  /** Workers see the files of this machine at the same paths. */
  sharesFiles: boolean;
  linkOf: (id: string) => string;
  close: () => Promise<void>;
}

export interface ExportedContent {
  sha256: string;
  of: { release: string } | { work: Work };
}
