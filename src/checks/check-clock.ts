/** Signatures hold for five minutes around the service's time: a clock that is wrong by more makes all of them bad. */
import { apiUrl } from '../http/base-url';
import { ExchangeFailure } from '../http/exchange';
import { getOnce } from '../http/get-once';
import { API_PATH } from '../localization/localization-client';
import { limits } from '../localization/vocabulary';
import { fail, ok, warn, type Diagnosis } from './diagnosis';

const WORTH_A_WORD_MS = 30_000;

/** Compares our clock with that of the service at a base address. */
export async function checkClock(baseUrl: string, nowMs: () => number = Date.now): Promise<Diagnosis[]> {
  const sentMs = nowMs();
  try {
    // Not signed, and refused for that: a refusal tells the time as well as anything.
    const { headers } = await getOnce(apiUrl(baseUrl, `${API_PATH}/languages`));
    const serviceMs = Date.parse(String(headers.date));
    return Number.isNaN(serviceMs) ? [] : [clockDiagnosis((sentMs + nowMs()) / 2 - serviceMs)];
  } catch (error) {
    // Whoever looks at the project says that the service cannot be reached.
    if (error instanceof ExchangeFailure) return [];
    throw error;
  }
}

/** Positive: ours is ahead. */
export function clockDiagnosis(aheadMs: number): Diagnosis {
  const offMs = Math.abs(aheadMs);
  const seconds = Math.round(offMs / 1000);
  if (offMs <= WORTH_A_WORD_MS) return ok('clock', 'The clock agrees with that of the localization service.');
  const fault = {
    message: `The clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the localization service.`,
    fix: 'Set the clocks of this machine and of the workers with NTP.',
  };
  return offMs > limits.signatureWindowMs ? fail('clock', 'configuration', fault) : warn('clock', fault);
}
