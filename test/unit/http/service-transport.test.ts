import { MockAgent } from 'undici';
import { remedyFor } from '../../../src/http/remedy';
import type { Turn } from '../../../src/http/rate-limit';
import { ServiceError } from '../../../src/http/service-error';
import { ServiceTransport, type Endpoint } from '../../../src/http/service-transport';

const publish: Endpoint = { method: 'POST', path: '/tasks/publish', reads: false };
const nothing = { target: '/tasks/publish', headers: {}, body: '' };

/** A service that must not be asked, behind a limit that says when it may be. */
function limited(turn: Turn): ServiceTransport {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  return new ServiceTransport('localization', '/api/open/v1', {
    baseUrl: 'http://localization.example',
    dispatcher,
    takeTurn: () => Promise.resolve(turn),
  });
}

async function failureOf(sending: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await sending.then(() => null).catch((cause: unknown) => cause);
  if (!(error instanceof ServiceError)) throw new Error('a ServiceError was expected');
  return error;
}

describe('a request that the limit keeps back', () => {
  it('for long was surely not sent, and is tried again when a turn is likely', async () => {
    const error = await failureOf(limited({ heldMs: 75_000.4 }).send(publish, nothing));
    expect(error).toMatchObject({ kind: 'held', effect: 'none', retryAfterMs: 75_001 });
    expect(error.message).toBe(
      'Localization service, POST /tasks/publish: not sent yet, because the limit of the configuration file is reached.',
    );
    expect(remedyFor([], error)).toEqual({ do: 'retry', delay: 'as-told' });
  });

  it('for a while ends at once where its caller gives up', async () => {
    const signal = AbortSignal.timeout(5);
    const error = await failureOf(limited({ waitMs: 40_000 }).send(publish, { ...nothing, signal }));
    expect(error).toMatchObject({ kind: 'interrupted', effect: 'none' });
  });
});
