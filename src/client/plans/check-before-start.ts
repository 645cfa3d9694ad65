/** The checks of `start`. `plan` shows the same findings, so that both refuse the same. */
import type { Client } from '@temporalio/client';
import { pastTimeWarnings } from '../../checks/check-announcement';
import { checkBudget, type BudgetExcess } from '../../checks/check-budget';
import {
  endedWaivers,
  exportDirectoryWarnings,
  exportLanguageWarnings,
  exportNameWarnings,
} from '../../checks/check-export';
import { checkLostLanguages } from '../../checks/check-lost-languages';
import { checkRelease, type ReleaseCheck, type Services } from '../../checks/check-release';
import { sourceLanguageWarnings } from '../../checks/check-languages';
import { findingsFor, nothingFound, type Findings, type Stop } from '../../checks/findings';
import type { AssumptionSettings } from '../../config/assumptions';
import { ConfigError, UnknownProject } from '../../config/config-error';
import type { Prices } from '../../domain/cost';
import type { ReleaseInput } from '../../domain/release/release-input';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { sentence } from '../../domain/text/sentence';
import { ServiceError } from '../../http/service-error';
import type { LocalizationClient } from '../../localization/localization-client';
import type { SocialClient } from '../../social/social-client';
import { InputError, type Finding } from '../../source/input-error';
import { pathText } from '../../config/fault-words';
import { lineAtPath } from '../../source/located';
import { parseYaml } from '../../source/formats/parse-yaml';
import type { StoreReader } from '../../store/unwritten-store';
import type { ArchivedReleases } from '../records/archived-releases';
import { GateClosed, ServiceFailed } from '../errors';

/** A slow service does not keep anybody from starting, because the workers make the same checks. */
const TIMEOUT_MS = 15_000;
const NO_RESPONSE = `The services did not answer within ${TIMEOUT_MS / 1000} s. Nothing was changed.`;

export interface PlanningServices {
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export interface StartAccess extends PlanningServices {
  store: StoreReader;
  archive: ArchivedReleases;
  /** null: Temporal is not read, and only the records count. */
  temporal: Client | null;
  config: { prices: Prices | null; assumptions: Pick<AssumptionSettings, 'readings'> };
  /** The caller may read files of this machine. */
  readsFiles?: boolean;
  /** An unreachable service is an error instead of a note. */
  demandsAnswers?: boolean;
}

export interface StartCheck extends Findings {
  /** By how much the release exceeds its budget. null: it does not. */
  overBudget: BudgetExcess | null;
  /** Checks that could not be made here, with the reason. */
  unchecked: string[];
  /** Languages that a publish takes, or may take, from its strings. */
  lost: string[];
  /** The findings of the services. null: they were not called, or did not respond. */
  found: ReleaseCheck | null;
}

/** Throws when a service refuses the credential. */
export async function checkStart(
  { spec, source }: Pick<ReleaseInput, 'spec' | 'source'>,
  { store, archive, temporal, config, demandsAnswers = false, readsFiles = false, ...services }: StartAccess,
): Promise<StartCheck> {
  const { over, isUnpriced, unjudged } = await checkBudget(spec, {
    source,
    store,
    prices: config.prices,
    readsFiles,
  });
  const { found, unchecked, ...serviceFindings } = await askServices(spec, services, demandsAnswers);
  const { lost, ...loss } = await checkLostLanguages(spec, source, {
    manifests: archive,
    store,
    temporal,
    readings: config.assumptions.readings,
  });
  return {
    ...findingsFor(spec, [
      serviceFindings,
      {
        stops: endedWaivers(spec, Date.now()),
        warnings: [
          exportDirectoryWarnings,
          exportNameWarnings,
          exportLanguageWarnings,
          pastTimeWarnings,
        ].flatMap((check) => check(spec)),
      },
      loss,
      { stops: [], warnings: unjudged === null ? [] : [unjudged] },
    ]),
    overBudget: over,
    unchecked: [
      ...unchecked,
      ...(isUnpriced
        ? [
            'budget.cost was not checked: there are no "prices" in the configuration file here. The workers check it.',
          ]
        : []),
    ],
    lost,
    found,
  };
}

async function askServices(
  spec: ReleaseSpec,
  services: PlanningServices,
  demandsAnswers: boolean,
): Promise<Findings & Pick<StartCheck, 'unchecked' | 'found'>> {
  const nothing = { ...nothingFound, found: null };
  const unchecked: string[] = [];
  try {
    const access = accessTo(services, spec, (note, cause) => {
      if (demandsAnswers) throw cause;
      unchecked.push(note);
    });
    if (access === null) return { ...nothing, unchecked };
    const checked = access.isAnnounced ? spec : { ...spec, announce: undefined };
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const [found, ofSource] = await Promise.all([
      checkRelease(checked, access, options),
      sourceLanguageWarnings(spec, access.localization, options),
    ]);
    return {
      stops: [...found.unlisted.map(refusedUnlisted), ...found.stops],
      warnings: [...found.warnings, ...ofSource],
      unchecked,
      found,
    };
  } catch (error) {
    if (error instanceof UnknownProject)
      return { ...nothing, stops: [{ key: ['project'], message: error.message }], unchecked };
    if (!isNoResponse(error)) throw error;
    if (demandsAnswers)
      throw error instanceof ServiceError ? error : new ServiceFailed(NO_RESPONSE, { cause: error });
    const why = `Not all was checked before the start: ${sentence(error.message)} The workers check it again.`;
    return { ...nothing, unchecked: [why] };
  }
}

function refusedUnlisted({ key, message }: Stop): Stop {
  const remedy =
    'If the service takes it all the same, set allowUnlisted: true in the release file (in a terminal: --allow-unlisted).';
  return { key, message: `${message} ${remedy}` };
}

interface CheckedFile {
  /** The file, as the person named it. */
  file: string;
  text: string;
}

/** Returns warnings and what could not be checked here. Throws on a finding that stops the release. */
export async function checkBeforeStart(
  checked: CheckedFile & { input: Pick<ReleaseInput, 'spec' | 'source'> },
  access: StartAccess,
): Promise<string[]> {
  const { stops, overBudget, warnings, unchecked } = await checkStart(checked.input, access);
  refuseStops(checked, stops, 'Nothing was started.');
  if (overBudget !== null) throw overBudgetOf(checked, overBudget);
  return [...unchecked, ...warnings];
}

/** An amendment is checked by its file alone: the rest was checked at the start. */
export function checkBeforeAmendment(checked: CheckedFile, { spec }: Pick<ReleaseInput, 'spec'>): void {
  refuseStops(checked, endedWaivers(spec, Date.now()), 'Nothing was changed.');
}

function refuseStops(checked: CheckedFile, stops: readonly Stop[], consequence: string): void {
  if (stops.length === 0) return;
  throw new InputError(
    located(checked, stops).map((finding) => ({
      ...finding,
      message: `${sentence(finding.message)} ${consequence}`,
    })),
  );
}

export function located(checked: CheckedFile, places: readonly Stop[]): Finding[] {
  return places.map(({ key, message }) => ({ ...placeIn(checked, key), message }));
}

export function placeIn({ file, text }: CheckedFile, key: Stop['key']): Omit<Finding, 'message'> {
  return { file, line: lineOf(text, key), key: pathText(key) };
}

function overBudgetOf({ file, text }: CheckedFile, { sentence: over, table }: BudgetExcess): GateClosed {
  const line = lineOf(text, ['budget']);
  const place = line === null ? file : `${file}:${line}`;
  return new GateClosed(
    [`${place}: budget: ${over}`, ...table, 'Nothing was started. Raise the budget, or ask for less.'].join(
      '\n',
    ),
  );
}

function lineOf(text: string, key: Stop['key']): number | null {
  const root = text === '' ? null : parseYaml(text, () => undefined);
  return root === null ? null : lineAtPath(root, key);
}

function accessTo(
  { localization, social }: PlanningServices,
  { project, announce }: ReleaseSpec,
  report: (note: string, cause: ConfigError) => void,
): (Services & { isAnnounced: boolean }) | null {
  const open = <Service>(make: () => Service, what: string): Service | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ConfigError) || error instanceof UnknownProject) throw error;
      report(
        `${what} was not checked before the start: ${sentence(error.message)} The workers check it.`,
        error,
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

/** True unless a service refused the call: timeouts, throttling and server errors. */
function isNoResponse(error: unknown): error is Error {
  if (!(error instanceof ServiceError)) return error instanceof Error && error.name === 'TimeoutError';
  return error.kind !== 'refused' || (error.httpStatus ?? 0) >= 500 || error.httpStatus === 429;
}
