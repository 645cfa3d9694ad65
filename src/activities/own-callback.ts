/**
 * Callbacks to this installation only save time: timers alone carry any work to its end. So if a service refuses a call
 * because of its callback address, for example because it calls no private network, the call is sent once more without
 * the address.
 */
import { log } from '@temporalio/activity';
import { ServiceError } from '../http/service-error';
import type { CallbackEvent } from '../localization/vocabulary';

export interface CallbackFields {
  callback_url?: string;
  callback_events?: readonly CallbackEvent[];
}

export async function withOwnCallback<Reply extends object>(
  callbacks: CallbackFields,
  call: (callbacks: CallbackFields) => Promise<Reply>,
): Promise<Reply & { warning?: string }> {
  if (callbacks.callback_url === undefined) return call({});
  try {
    return await call(callbacks);
  } catch (error) {
    if (!isRefusedInput(error)) throw error;
    // If something else is wrong with the call, the service refuses this one too and says why.
    const reply = await call({});
    const { endpoint, serviceMessage } = error;
    const reason = serviceMessage === null ? '' : ` It said: "${serviceMessage}".`;
    const warning = `The localization service refused ${endpoint} with the callback address of this installation and took it without one.${reason} Nothing is lost: the release checks for changes from time to time. Set CALLBACK_BASE_URL to an address that the service can reach.`;
    log.warn(warning);
    return { ...reply, warning };
  }
}

function isRefusedInput(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.kind !== 'refused' || error.effect !== 'none') return false;
  return error.code === 400 || error.httpStatus === 400;
}
