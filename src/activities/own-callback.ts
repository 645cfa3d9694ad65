/**
 * Callbacks to our own gateway are a convenience: timers alone carry any work to its end. So a service that refuses a
 * call for the address in it, as one does that calls no private network, gets the call once more without the address.
 */
import { log } from '@temporalio/activity';
import { ServiceError } from '../http/service-error';
import type { CallbackEvent } from '../localization/vocabulary';

export interface Callbacks {
  callback_url?: string;
  callback_events?: readonly CallbackEvent[];
}

/** `warning`: what whoever waits for the work should know of its callbacks. */
export async function withOwnCallback<Reply extends object>(
  callbacks: Callbacks,
  call: (callbacks: Callbacks) => Promise<Reply>,
): Promise<Reply & { warning?: string }> {
  if (callbacks.callback_url === undefined) return call({});
  try {
    return await call(callbacks);
  } catch (error) {
    if (!isRefusedInput(error)) throw error;
    // Where something else is wrong with the call, this is refused too, and says so.
    const reply = await call({});
    const warning = warningOf(error);
    log.warn(warning);
    return { ...reply, warning };
  }
}

function isRefusedInput(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.kind !== 'refused' || error.effect !== 'none') return false;
  return error.code === 400 || error.httpStatus === 400;
}

function warningOf({ endpoint, said }: ServiceError): string {
  const reason = said === null ? '' : ` It said: "${said}".`;
  return `The localization service refused ${endpoint} with the callback address of this installation and took it without one.${reason} Nothing is lost: the release checks for changes from time to time. Set CALLBACK_BASE_URL to an address that the service can reach.`;
}
