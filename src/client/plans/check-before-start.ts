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
import { checkRelease, type ReleaseCheck } from '../../checks/check-release';
import { sourceLanguageWarnings } from '../../checks/check-languages';
import { findingsFor, nothingFound, type Findings, type Stop } from '../../checks/findings';
import type { AssumptionSettings } from '../../config/assumptions';
import { ConfigError, UnknownProject } from '../../config/config-error';
import type { Prices } from '../../domain/cost';
import type { ReleaseInput } from '../../domain/release/release-input';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { sentence } from '../../domain/text/sentence';
import { ServiceError } from '../../http/service-error';
import { InputError, orReported, type Finding } from '../../source/input-error';
import { pathText } from '../../config/fault-words';
import { lineAtPath } from '../../source/located';
import { readYaml } from '../../source/formats/parse-yaml';
import type { StoreReader } from '../../store/unwritten-store';
import type { ArchivedReleases } from '../records/archived-releases';
import type { ServiceAccess } from '../access';
import { GateClosed, ServiceFailed } from '../errors';

/** A slow service does not keep anybody from starting, because the workers make the same checks. */
const TIMEOUT_MS = 15_000;
const NO_RESPONSE = `The services did not answer within ${TIMEOUT_MS / 1000} s. Nothing was changed.`;

type PlanningServices = Pick<ServiceAccess, 'localization' | 'social'>;

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
  const open = <Service>(make: () => Service, what: string): Service | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ConfigError) || error instanceof UnknownProject || demandsAnswers) throw error;
      unchecked.push(
        `${what} was not checked before the start: ${sentence(error.message)} The workers check it.`,
      );
      return null;
    }
  };
  try {
    const localization = open(() => services.localization(spec.project), 'The localization service');
    if (localization === null) return { ...nothing, unchecked };
    const social = spec.announce === undefined ? null : open(services.social, 'The announcement');
    const checked = social === null ? { ...spec, announce: undefined } : spec;
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const [found, ofSource] = await Promise.all([
      checkRelease(checked, { localization, social: () => social ?? services.social() }, options),
      sourceLanguageWarnings(spec, localization, options),
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
  if (overBudget !== null) {
    const { file, line } = placeIn(checked, ['budget']);
    const over = `${file}${line === null ? '' : `:${line}`}: budget: ${overBudget.sentence}`;
    const advice = 'Nothing was started. Raise the budget, or ask for less.';
    throw new GateClosed([over, ...overBudget.table, advice].join('\n'));
  }
  return [...unchecked, ...warnings];
}

/** An amendment is checked by its file alone: the rest was checked at the start. */
export function checkBeforeAmendment(checked: CheckedFile, { spec }: Pick<ReleaseInput, 'spec'>): void {
  refuseStops(checked, endedWaivers(spec, Date.now()), 'Nothing was changed.');
}

function refuseStops(checked: CheckedFile, stops: readonly Stop[], consequence: string): void {
  const findings = stops.map(({ key, message }) => ({ key, message: `${sentence(message)} ${consequence}` }));
  if (findings.length > 0) throw new InputError(located(checked, findings));
}

export function located(checked: CheckedFile, places: readonly Stop[]): Finding[] {
  return places.map(({ key, message }) => ({ ...placeIn(checked, key), message }));
}

export function placeIn({ file, text }: CheckedFile, key: Stop['key']): Omit<Finding, 'message'> {
  const ignore = (): void => undefined;
  const root = text === '' ? null : orReported(ignore, () => readYaml(text));
  return { file, line: root && lineAtPath(root, key), key: pathText(key) };
}

/** True unless a service refused the call: timeouts, throttling and server errors. */
function isNoResponse(error: unknown): error is Error {
  if (!(error instanceof ServiceError)) return error instanceof Error && error.name === 'TimeoutError';
  return error.kind !== 'refused' || (error.httpStatus ?? 0) >= 500 || error.httpStatus === 429;
}
