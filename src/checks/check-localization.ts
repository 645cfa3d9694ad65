import { ConfigError } from '../config/config';
import { adviceOf } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { sentence } from '../domain/sentence';

/** Whether a project's credentials work, and what they give access to. */
export async function checkProject(
  name: string,
  open: (project: string) => LocalizationClient,
): Promise<Diagnosis[]> {
  const what = `project ${name}`;
  try {
    const client = open(name);
    const { data: languages } = await client.languages();
    const { data } = await client.listTemplates({ type: 'project_strings' });
    const iniCount = data.templates.filter(({ format }) => format === 'ini').length;
    return [
      ok(what, `The credentials work. The service supports ${languages.length} languages.`),
      iniCount > 0
        ? ok(`${what}, templates`, `${iniCount} of ${data.templates.length} can export INI files.`)
        : warn(`${what}, templates`, {
            message: 'No template can export INI files.',
            fix: 'If releases export files, create one with "locrelease templates create --format ini".',
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
