/** What goes wrong in a tool, as a sentence for whoever called it; null: nothing that was to be expected. */
import { BadRequest, GateClosed, NoWorker, Refused, ServiceFailed } from '../client/errors';
import { serviceErrorText } from '../client/service-error-text';
import { ConfigError } from '../config/config-error';
import { ServiceError } from '../http/service-error';
import { InputError } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { UndecryptablePayload } from '../temporal/undecryptable-payload';
import { isTemporalAway } from '../temporal/temporal-fault';

const plain = [
  BadRequest,
  ConfigError,
  GateClosed,
  InputError,
  NoWorker,
  Refused,
  ServiceFailed,
  StoreError,
  UndecryptablePayload,
];

export function toolRefusal(error: unknown): string | null {
  if (error instanceof ServiceError) return serviceErrorText(error);
  if (isTemporalAway(error)) return 'Temporal does not answer. Nothing is lost. Try again soon.';
  return error instanceof Error && plain.some((kind) => error instanceof kind) ? error.message : null;
}
