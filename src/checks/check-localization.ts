import { ConfigError } from '../config/config-error';
import { adviceOf } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { sentence } from '../domain/sentence';
import { counted } from '../domain/counted';

/** Whether a project's credentials work, and what they give access to. */
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

/** How languages are asked for is not documented: that it does not work stops no release. */
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
