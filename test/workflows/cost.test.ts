/** What a whole release costs in Temporal: events that every replay goes through, and actions that are paid for. */
import { defaultPayloadConverter } from '@temporalio/common';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { freePorts } from '../../src/temporal/free-ports';
import { billedActions } from '../support/billed-actions';
import { activitiesOf, eventCount, eventsOf, type History } from '../support/history';
import { until } from '../support/until';
import { quickPace, ReleaseRig } from './release-rig';

/** A machine that is busy beats a heart more. */
const MOST_EVENTS = 220;
const MOST_ACTIONS = 70;
/** The queue of the project looks once whether somebody has the turn. */
const OF_THE_QUEUE = 1;
/** Or lets a step of the translation be told, which a quick one does not take long enough for: a signal and its workflow task. */
const EVENTS_OF_A_STEP = 4;

describe('with callbacks, a whole release', () => {
  let server: DevServer;
  let metricsPort: number;
  let rig: ReleaseRig;
  beforeEach(async () => {
    [metricsPort = 0] = await freePorts(1);
    server = await startDevServer({
      binary: await findTemporalBinary({ report: console.error }),
      searchAttributes: searchAttributeTypes,
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
    rig = await ReleaseRig.start({ address: server.address, sandbox: { pace }, minCheckInterval: '3s' });
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect((await handle.result()).state).toBe('done');

    const history = await handle.fetchHistory();
    const listings = eventsOf(history, 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES');
    const actions = await until('the server has counted all', async () => {
      const counted = await billedActions(metricsPort);
      const isWhole =
        counted.get('command_ScheduleActivityTask') === activitiesOf(history).length + OF_THE_QUEUE &&
        counted.get('command_UpsertWorkflowSearchAttributes') === listings.length;
      return isWhole && counted;
    });
    const billed = [...actions.values()].reduce((sum, count) => sum + count, 0);
    expect(actions.get('grpc_StartWorkflowExecution')).toBe(1);
    const steps = toldSteps(history);
    expect(billed - steps).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(eventCount(history) - EVENTS_OF_A_STEP * steps).toBeLessThanOrEqual(MOST_EVENTS);
  });
});

function toldSteps(history: History): number {
  return eventsOf(history, 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').filter(
    ({ workflowExecutionSignaledEventAttributes: signal }) => {
      const [payload] = signal?.input?.payloads ?? [];
      return payload !== undefined && 'step' in defaultPayloadConverter.fromPayload<object>(payload);
    },
  ).length;
}
