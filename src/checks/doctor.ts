/** Checks everything that releases need, and changes nothing but a probe in the store. */
import type { Config } from '../config/config';
import { ifConfigured } from '../config/config-error';
import type { LocalizationClient } from '../localization/localization-client';
import type { SocialClient } from '../social/social-client';
import { openStorage } from '../store/open-store';
import { StoreError } from '../store/store-error';
import { fail, ok, type Diagnosis } from './diagnosis';
import { checkCallbacks, checkClock, checkProject } from './check-localization';
import { checkNoticeSettings } from './check-notices';
import { checkSocial } from './check-social';
import { checkTemporal } from './check-temporal';

interface DoctorTargets {
  config: Config;
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export async function examine({ config, localization, social }: DoctorTargets): Promise<Diagnosis[]> {
  const serviceUrls = localizationUrls(config);
  const found = await Promise.all([
    ...config.projectNames.map((name) => checkProject(name, localization)),
    ...serviceUrls.map((url) => checkClock(url)),
    checkSocial(social),
    checkCallbacks(config.callbackBaseUrl, serviceUrls),
    checkTemporal(config),
    examineStore(config),
  ]);
  const notices = checkNoticeSettings(config);
  const diagnoses = found.flat();
  // A line that says that the routes are set adds nothing where one of them fails.
  const isDuplicate = notices.level === 'ok' && diagnoses.some(({ what }) => what === notices.what);
  return isDuplicate ? diagnoses : [...diagnoses, notices];
}

/** The URLs of the configured projects. The check of a project reports a fault in the others. */
function localizationUrls(config: Config): string[] {
  const urls = config.projectNames.map((name) => ifConfigured(() => config.project(name).baseUrl));
  return [...new Set(urls.filter((url) => url !== null))];
}

async function examineStore({ store }: Config): Promise<Diagnosis> {
  const storage = openStorage(store);
  try {
    await storage.checkWritable();
    return ok('store', `${storage.place} is writable.`);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return fail('store', 'configuration', {
      message: `${storage.place} is not writable.`,
      fix: error.remedy ?? error.message,
    });
  }
}
