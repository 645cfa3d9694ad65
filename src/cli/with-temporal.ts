/** What a command that speaks to releases needs, made once and closed whatever happens. */
import type { Client } from '@temporalio/client';
import { userInfo } from 'node:os';
import { readConfig, type Config } from '../config/config';
import { openArchive, type ArchivedReleases } from '../client/archived-releases';
import { BadRequest } from '../client/errors';
import { ReleaseClient } from '../client/release-client';
import { quotable } from '../domain/visible-text';
import type { ContentStore } from '../store/content-store';
import { openStore } from '../store/open-store';
import { connectClient, temporalAddress } from '../temporal/connect';
import { knowingSearchAttributes } from '../temporal/search-attributes';
import { temporalFault } from '../temporal/temporal-fault';
import { closeTracing } from '../tracing/tracing';

export interface TemporalAccess {
  config: Config;
  client: Client;
  releaseClient: ReleaseClient;
  store: ContentStore;
  archive: ArchivedReleases;
}

export async function withTemporal<Result>(
  act: (context: TemporalAccess) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  const target = temporalAddress();
  const client = await connectClient(config, target, config);
  const archive = openArchive(config);
  const access = {
    config,
    client,
    releaseClient: new ReleaseClient(client, archive),
    store: openStore(config.store),
    archive,
  };
  const { connection } = client;
  try {
    // What a server refuses for that reason has done nothing, and neither had what came before it.
    return await knowingSearchAttributes({ connection, namespace: target.namespace }, () => act(access));
  } catch (error) {
    throw temporalFault(error, target);
  } finally {
    await client.connection.close();
    await closeTracing();
  }
}

/** Who is speaking, unless `--as` says otherwise. */
export function operatorName(as: string | undefined): string {
  const name = as ?? process.env.LOCRELEASE_OPERATOR ?? userInfo().username;
  if (quotable(name) === name && name !== '') return name;
  // A name that shows as another one would speak for somebody else.
  throw new BadRequest(
    `${as === undefined ? 'LOCRELEASE_OPERATOR' : '--as'} must be a name on one line, without control characters. Nothing was done.`,
  );
}
