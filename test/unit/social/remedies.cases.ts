import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import { socialRemedies, socialRemedy } from '../../../src/social/remedies';
import { dailyCapReasons, httpStatusOf, type ErrorCode } from '../../../src/social/vocabulary';

const READ = 'GET /posts/{postId}';
const CREATE = 'POST /posts';
const PUBLISH = 'POST /posts/{postId}/publish';

function refusal(code: string, endpoint: string, more: Partial<ServiceErrorDetails> = {}): ServiceError {
  const httpStatus = httpStatusOf[code as ErrorCode];
  return new ServiceError('x', {
    service: 'social',
    endpoint,
    kind: 'refused',
    effect: 'none',
    code,
    httpStatus,
    ...more,
  });
}

describe('The remedy of a social error', () => {
  it('is written down for every documented code', () => {
    expect(new Set(socialRemedies.map(({ code }) => code))).toEqual(new Set(Object.keys(httpStatusOf)));
  });

  it.each([
    ['unauthenticated', 'SOCIAL_ACCESS_TOKEN'],
    ['forbidden', 'scope or action that the message names'],
    ['workspace_not_found', 'active member'],
    ['not_found', 'exist'],
    ['plan_limit', 'plan'],
    ['no_account', 'Connect an account'],
    ['needs_reauth', 'Authorize the expired account again'],
    ['external_writes_off', 'external writes'],
  ])('%s parks with advice of the one action that mends it', (code, action) => {
    for (const endpoint of [READ, CREATE, PUBLISH]) {
      const remedy = socialRemedy(refusal(code, endpoint));
      expect(remedy).toMatchObject({ do: 'park', advice: expect.stringContaining(action) as string });
      expect(remedy).toMatchObject({ do: 'park', advice: expect.stringMatching(/[^ ]\.$/) as string });
    }
  });

  it.each([READ, CREATE, PUBLISH])('invalid_input ends %s', (endpoint) => {
    expect(socialRemedy(refusal('invalid_input', endpoint))).toMatchObject({ do: 'end' });
  });

  it.each([
    ['replay', PUBLISH, { do: 'wait' }],
    ['internal', READ, { do: 'retry', delay: 'backoff' }],
    ['internal', CREATE, { do: 'read' }],
    ['internal', PUBLISH, { do: 'read' }],
    ['platform_error', READ, { do: 'retry', delay: 'backoff' }],
    ['platform_error', CREATE, { do: 'read' }],
    ['platform_error', PUBLISH, { do: 'read' }],
  ])('%s of %s', (code, endpoint, remedy) => {
    expect(socialRemedy(refusal(code, endpoint))).toMatchObject(remedy);
  });

  it.each([{}, { reason: 'account_min_interval' }, { limit: 10, windowSec: 60 }])(
    'rate_limited with %j waits as told',
    (params) => {
      const remedy = socialRemedy(refusal('rate_limited', PUBLISH, { params }));
      expect(remedy).toEqual({ do: 'retry', delay: 'as-told' });
    },
  );

  it.each(dailyCapReasons)('rate_limited with %s waits for the next day', (reason) => {
    const remedy = socialRemedy(refusal('rate_limited', PUBLISH, { params: { reason } }));
    expect(remedy).toEqual({ do: 'retry', delay: 'next-day' });
  });

  it.each([{ reason: 'daily_limit' }, { reason: 'per_day' }, { limit: 10, windowSec: 86_400 }])(
    'rate_limited with %j waits for the next day',
    (params) => {
      const remedy = socialRemedy(refusal('rate_limited', PUBLISH, { params }));
      expect(remedy).toEqual({ do: 'retry', delay: 'next-day' });
    },
  );

  it('of a call with an unknown outcome is to read, whatever broke it', () => {
    const lost = { code: null, httpStatus: null, kind: 'timeout', effect: 'unknown' } as const;
    expect(socialRemedy(refusal('internal', PUBLISH, lost))).toEqual({ do: 'read' });
  });
});
