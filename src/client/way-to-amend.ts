/** How a release that is there becomes what a changed file asks for, for whoever tried to start that file. */
import { amendmentTo, type Amendment } from '../domain/amendment';
import { releaseId } from '../domain/identity';
import { sourceContent } from '../domain/release-content';
import { endedStates } from '../domain/release-states';
import type { ReleaseInput } from '../domain/release-input';
import type { ReleaseSpec } from '../domain/release-file';
import type { ReleaseClient } from './release-client';

const ANOTHER_NAME = 'Give this one another name.';

interface Changed {
  /** What the release asks for now. */
  before: ReleaseInput;
  wanted: ReleaseInput;
  /** As a person named it; null: it came as a text. */
  file: string | null;
}

/** A command on a line of its own where there is one, and otherwise why there is none. */
export async function wayToAmend(
  releases: Pick<ReleaseClient, 'status' | 'amendmentFaults'>,
  { before, wanted, file }: Changed,
): Promise<string> {
  const id = releaseId(before.spec);
  const more = addedAlone(before, wanted);
  const { state, waitingFor } = await releases.status(id);
  const hasEnded = endedStates.has(state) && waitingFor === null;
  const { amendment, fixed } = difference(before, wanted);
  if (more.length > 0 && (hasEnded || fixed.length > 0))
    return asCommand(`locrelease amend ${id} --add-language ${more.join(' ')}`);
  if (hasEnded) return `It is ${state}, and cannot be amended any more. ${ANOTHER_NAME}`;
  if (fixed.length > 0)
    return `It cannot be amended so: a release that runs keeps its ${fixed.join(', ')}. ${ANOTHER_NAME}`;
  if (Object.keys(amendment).length === 0)
    return `It cannot be amended so: the difference counts at the start alone. ${ANOTHER_NAME}`;
  const faults = (await releases.amendmentFaults(id, amendment)) ?? [];
  if (faults.length > 0) return `It cannot be amended so: ${faults.join(' ')} ${ANOTHER_NAME}`;
  return file === null ? 'Amend the release.' : asCommand(`locrelease amend ${id} ${shellWord(file)}`);
}

const asCommand = (command: string): string => `It can be amended. To do so, run: ${command}`;

function difference(
  before: ReleaseInput,
  { spec, source }: ReleaseInput,
): { amendment: Amendment; fixed: string[] } {
  const { amendment, fixed } = amendmentTo(before.spec, withoutPlaces(before.spec, spec));
  const isOther = JSON.stringify(sourceContent(before.source)) !== JSON.stringify(sourceContent(source));
  return { amendment, fixed: isOther ? ['source', ...fixed] : fixed };
}

/** Another checkout has another directory. */
function withoutPlaces(before: ReleaseSpec, wanted: ReleaseSpec): ReleaseSpec {
  const directory = before.export?.directory ?? wanted.export?.directory ?? '';
  return wanted.export === undefined ? wanted : { ...wanted, export: { ...wanted.export, directory } };
}

/** Languages that the file has and the release lacks, where that is all that differs. */
function addedAlone(before: ReleaseInput, wanted: ReleaseInput): string[] {
  const { amendment, fixed } = difference(before, wanted);
  const changed = [...fixed, ...Object.keys(amendment)];
  const isOfLanguages = changed.every((key) => ['targetLanguages', 'supplementLanguages'].includes(key));
  const [old, all] = [languagesOf(before.spec), languagesOf(wanted.spec)];
  if (!isOfLanguages || old.some((code) => !all.includes(code))) return [];
  return all.filter((code) => !old.includes(code));
}

const languagesOf = ({ targetLanguages, supplementLanguages }: ReleaseSpec): string[] => [
  ...targetLanguages,
  ...supplementLanguages,
];

/** As a POSIX shell takes it for one word. */
function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
