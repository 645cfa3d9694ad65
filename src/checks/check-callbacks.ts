/** Whether the localization service could call back. Callbacks only save time: without them timers carry a release. */
import type { Config } from '../config/config';
import { apiUrl } from '../http/base-url';
import { ExchangeFailure } from '../http/exchange';
import { getOnce } from '../http/get-once';
import { isPrivateAddress } from '../http/ip-networks';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { sentence } from '../domain/sentence';

const WHAT = 'callbacks';

export async function checkCallbacks(
  callbackBaseUrl: Config['callbackBaseUrl'],
  serviceUrls: readonly string[],
): Promise<Diagnosis> {
  if (callbackBaseUrl === null) {
    return warn(WHAT, {
      message:
        'CALLBACK_BASE_URL is not set. Without callbacks, releases check for changes from time to time.',
      fix: 'Set it to the address at which the service reaches the gateway.',
    });
  }
  // A service on our own network, such as the sandbox, may well be told of it.
  const isOutside = serviceUrls.some((url) => !isPrivateAddress(new URL(url)));
  if (isOutside && isPrivateAddress(new URL(callbackBaseUrl))) {
    return fail(WHAT, 'configuration', {
      message:
        'CALLBACK_BASE_URL is an address on a private network. The service refuses every task that names it.',
      fix: 'Set it to a public address of the gateway, or leave it unset.',
    });
  }
  const fix = 'Start the gateway ("locrelease gateway") at the address in CALLBACK_BASE_URL.';
  try {
    const { status } = await getOnce(apiUrl(callbackBaseUrl, '/healthz'));
    return status === 200
      ? ok(WHAT, 'The gateway answers at CALLBACK_BASE_URL.')
      : warn(WHAT, {
          message: `CALLBACK_BASE_URL answers the health check with HTTP ${status}.`,
          fix,
        });
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    return warn(WHAT, {
      message: `CALLBACK_BASE_URL does not answer from here: ${sentence(error.message)}`,
      fix,
    });
  }
}
