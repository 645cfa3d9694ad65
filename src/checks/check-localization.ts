import { ConfigError } from '../config/config-error';
import { adviceOf } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import { type LocalizationClient, API_PATH } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { sentence } from '../domain/text/sentence';
import { counted } from '../domain/text/counted';
import { apiUrl } from '../http/base-url';
import { ExchangeFailure } from '../http/exchange';
import { getOnce } from '../http/exchange';
import { limits } from '../localization/vocabulary';
import type { Config } from '../config/config';
import { isPrivateAddress } from '../http/ip-networks';

export async function checkProject(
  name: string,
  open: (project: string) => LocalizationClient,
): Promise<Diagnosis[]> {
  const what = `project ${name}`;
  try {
    const client = open(name);
    const { data } = await client.listTemplates({ type: 'project_strings' });
    const iniCount = data.templates.filter(({ format }) => format.toLowerCase() === 'ini').length;
    return [
      ok(what, 'The credentials work.'),
      await checkLanguages(`${what}, languages`, client),
      iniCount > 0
        ? ok(`${what}, templates`, `${iniCount} of ${data.templates.length} can export INI files.`)
        : warn(`${what}, templates`, {
            message: 'No template can export INI files.',
            fix: 'If releases export files, create one with "locrelease service templates create --name game-ini --format ini".',
          }),
    ];
  } catch (error) {
    if (error instanceof ConfigError) {
      return [
        fail(what, 'configuration', { message: error.message, fix: 'Set it, then run the doctor again.' }),
      ];
    }
    if (!(error instanceof ServiceError)) throw error;
    return [
      fail(what, 'service', { message: sentence(error.message), fix: adviceOf(localizationRemedy(error)) }),
    ];
  }
}

/** The request for languages is not documented, so its failure stops no release. */
async function checkLanguages(what: string, client: LocalizationClient): Promise<Diagnosis> {
  try {
    const { data } = await client.languages();
    return ok(what, `The service lists ${counted(data.length, 'language')}.`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return warn(what, {
      message: `The list of languages could not be read: ${sentence(error.message)}`,
      fix: 'Releases work without it. Their languages are not checked before they start.',
    });
  }
}

/**
 * Signatures are valid for five minutes around the service's time: a clock that is wrong by more breaks all of them.
 */
const WORTH_A_WORD_MS = 30_000;

/** Compares our clock with that of the service at a base address. */
export async function checkClock(baseUrl: string, nowMs: () => number = Date.now): Promise<Diagnosis[]> {
  const sentMs = nowMs();
  try {
    // This unsigned call is refused, but the refusal has the server's time too.
    const { headers } = await getOnce(apiUrl(baseUrl, `${API_PATH}/languages`));
    const serviceMs = Date.parse(String(headers.date));
    return Number.isNaN(serviceMs) ? [] : [clockDiagnosis((sentMs + nowMs()) / 2 - serviceMs)];
  } catch (error) {
    // The check of the project already reports that the service is unreachable.
    if (error instanceof ExchangeFailure) return [];
    throw error;
  }
}

/** Positive: our clock is ahead. */
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

/** Callbacks only save time: without them, releases poll on timers. */
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
  // A service on our own network, such as the sandbox, may well call a private address.
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
