/** The release that a file on this machine asks for, as it is sent to where it is started. */
import {
  nothingSaid,
  readRequestedRelease,
  type RequestedRelease,
  type SentRelease,
} from '../../client/plans/prepare-release';
import type { Backend } from '../../operations/backend';
import type { StoreReader, StoreWriter } from '../../store/unwritten-store';
import { dirname, resolve } from 'node:path';

export interface ReleaseToSend extends RequestedRelease {
  release: SentRelease;
}

/** Its strings go to the store that is given. */
export async function readReleaseToSend(
  { rules, sharesFiles }: Pick<Backend, 'rules' | 'sharesFiles'>,
  store: StoreReader & StoreWriter,
  given: string,
  said = nothingSaid,
): Promise<ReleaseToSend> {
  const requested = await readRequestedRelease(given, { config: rules(), store, startedBy: null, said });
  const { file, text, input } = requested;
  const directory = sharesFiles ? dirname(resolve(file)) : null;
  const source = input.source.kind === 'snapshot' ? input.source : null;
  return { ...requested, release: { file, text, directory, source, ...said } };
}
