/** The checks of `plan` before anything is started: what a service documents as a refusal is told at once. */
import { checkRelease, type Services } from '../checks/check-release';
import { ConfigError } from '../config/config-error';
import type { ReleaseSpec } from '../domain/release-file';
import { sentence } from '../domain/sentence';
import { ServiceError } from '../http/service-error';
import { InputError } from '../source/input-error';
import { lineAtPath, pathText } from '../source/located';
import { parseYaml } from '../source/parse-yaml';
import type { PlanningServices } from './plan-release';

/** A service that takes longer does not keep anybody from starting: the workers make the same checks. */
const TIMEOUT_MS = 15_000;

interface CheckedFile {
  /** As a person named it. */
  file: string;
  text: string;
  spec: ReleaseSpec;
}

/**
 * What is to be known of it: warnings, and what could not be checked here. Throws what stops it; a credential that the
 * service refuses is thrown as it is.
 */
export async function checkBeforeStart(
  { file, text, spec }: CheckedFile,
  services: PlanningServices,
): Promise<string[]> {
  const notes: string[] = [];
  try {
    const access = accessTo(services, spec, notes);
    if (access === null) return notes;
    const checked = access.isAnnounced ? spec : withoutAnnouncement(spec);
    const { places, warnings } = await checkRelease(checked, access, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (places.length === 0) return [...notes, ...warnings];
    const root = text === '' ? null : parseYaml(text, () => undefined);
    throw new InputError(
      places.map(({ key, message }) => ({
        file,
        line: root === null ? null : lineAtPath(root, key),
        key: pathText(key),
        message: `${sentence(message)} Nothing was started.`,
      })),
    );
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    return [`Not all was checked before the start: ${sentence(error.message)} The workers check it again.`];
  }
}

/** null: there are no credentials here. */
function accessTo(
  { localization, social }: PlanningServices,
  { project, announce }: ReleaseSpec,
  notes: string[],
): (Services & { isAnnounced: boolean }) | null {
  const open = <Service>(make: () => Service, what: string): Service | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      notes.push(
        `${what} was not checked before the start: ${sentence(error.message)} The workers check it.`,
      );
      return null;
    }
  };
  const localizationClient = open(() => localization(project), 'The localization service');
  if (localizationClient === null) return null;
  const socialClient = announce === undefined ? null : open(social, 'The announcement');
  return {
    localization: localizationClient,
    social: () => socialClient ?? social(),
    isAnnounced: socialClient !== null,
  };
}

function withoutAnnouncement(spec: ReleaseSpec): ReleaseSpec {
  const rest = { ...spec };
  delete rest.announce;
  return rest;
}

/** Anything but a service that has answered and refuses. */
function isNoAnswer(error: unknown): error is Error {
  if (!(error instanceof ServiceError)) return error instanceof Error && error.name === 'TimeoutError';
  return error.kind !== 'refused' || (error.httpStatus ?? 0) >= 500 || error.httpStatus === 429;
}
