/** A server whose workflows have to go on in a fresh history all the time, as others do once in a thousand releases. */
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';

const EVENTS = 30;
const UPDATES = 30;

export const smallLimits = [
  `limit.historyCount.suggestContinueAsNew=${EVENTS}`,
  `history.maxTotalUpdates=${UPDATES}`,
];

/** More than one run may take. */
export const MANY = UPDATES + 5;

export async function startSmallServer(): Promise<DevServer> {
  return startDevServer({
    binary: await findTemporalBinary({ report: () => undefined }),
    settings: smallLimits,
    searchAttributes: searchAttributeTypes,
  });
}
