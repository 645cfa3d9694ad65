/** What a whole release costs in Temporal: events that every replay goes through, and actions that are paid for. */
import { searchAttributeNames } from '../../src/domain/search-attributes';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { freePorts } from '../../src/temporal/free-ports';
import { billedActions } from '../support/billed-actions';
import { activitiesOf, eventCount, eventsOf } from '../support/history';
import { until } from '../support/until';
import { quickPace, ReleaseRig } from './release-rig';

/** Seen: 134 events and 40 actions. A machine that is busy lets a step of the translation be told, or beats a heart more. */
const MOST_EVENTS = 120;
const MOST_ACTIONS = 45;

describe('with callbacks, a whole release', () => {
  let server: DevServer;
  let metricsPort: number;
  let rig: ReleaseRig;
  beforeEach(async () => {
    [metricsPort = 0] = await freePorts(1);
    server = await startDevServer({
      binary: await findTemporalBinary({ report: console.error }),
      searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
      metricsPort,
    });
  });
  afterEach(async () => {
    await rig.close();
    await server.stop();
  });

  it.each([
    ['at a pace at which its callbacks come in crowds', quickPace],
    ['at a pace at which they come one by one', { ...quickPace, stepMs: 250 }],
  ])(`%s takes at most ${MOST_EVENTS} events and ${MOST_ACTIONS} billed actions`, async (_pace, pace) => {
    rig = await ReleaseRig.start({ address: server.address, sandbox: { pace } });
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect((await handle.result()).state).toBe('done');

    const history = await handle.fetchHistory();
    const listings = eventsOf(history, 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES');
    const actions = await until('the server has counted all', async () => {
      const counted = await billedActions(metricsPort);
      const isWhole =
        counted.get('command_ScheduleActivityTask') === activitiesOf(history).length &&
        counted.get('command_UpsertWorkflowSearchAttributes') === listings.length;
      return isWhole && counted;
    });
    const billed = [...actions.values()].reduce((sum, count) => sum + count, 0);
    expect(actions.get('grpc_StartWorkflowExecution')).toBe(1);
    expect(billed).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(eventCount(history)).toBeLessThanOrEqual(MOST_EVENTS);
  });
});
