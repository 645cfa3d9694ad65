import { temporal } from '@temporalio/proto';
import type { History } from '../../test/support/history';

/** As Temporal sends it and, about, as it keeps it. */
export const historyBytes = (history: History): number =>
  temporal.api.history.v1.History.encode(history).finish().byteLength;
