/** Whether the localization service could call back. Callbacks only save time: without them timers carry a release. */
import type { Config } from '../config/config';
import { apiUrl } from '../http/base-url';
import { ExchangeFailure } from '../http/exchange';
import { getOnce } from '../http/get-once';
import { isPrivateAddress } from '../http/ip-networks';
import { fail, ok, warn, type Diagnosis } from './diagnosis';

const WHAT = 'callbacks';

export async function checkCallbacks(
  callbackBaseUrl: Config['callbackBaseUrl'],
  serviceUrls: readonly string[],
): Promise<Diagnosis> {
  if (callbackBaseUrl === null) {
    return warn(WHAT, {
      says: 'CALLBACK_BASE_URL is not set: no callbacks, changes are noticed by looking from time to time',
      mend: 'set it to the address at which the service reaches the gateway',
    });
  }
  // A service on our own network, such as the sandbox, may well be told of it.
  const isOutside = serviceUrls.some((url) => !isPrivateAddress(new URL(url)));
  if (isOutside && isPrivateAddress(new URL(callbackBaseUrl))) {
    return fail(WHAT, 'configuration', {
      says: 'CALLBACK_BASE_URL is an address on a private network: the service refuses every task that names it',
      mend: 'set it to a public address of the gateway, or leave it unset',
    });
  }
  const mend = 'start the gateway ("locrelease gateway") where CALLBACK_BASE_URL leads';
  try {
    const { status } = await getOnce(apiUrl(callbackBaseUrl, '/healthz'));
    return status === 200
      ? ok(WHAT, 'the gateway answers at CALLBACK_BASE_URL')
      : warn(WHAT, {
          says: `CALLBACK_BASE_URL answers ${status} where the gateway's health should be`,
          mend,
        });
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    return warn(WHAT, { says: `nothing answers at CALLBACK_BASE_URL from here: ${error.message}`, mend });
  }
}
