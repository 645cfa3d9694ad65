/** Checks the readings that a configuration file forces against the table of assumptions. */
import { unknownKey, unknownValue } from '../domain/text/suggest-word';
import { assumptionOf, assumptions, type Setting } from './assumptions';

export interface AssumptionSettings {
  /** Only forced readings, by the id of the assumption. */
  readings: Readonly<Record<string, string>>;
  /** Field names of the create call, from this program's to the service's. */
  createFieldNames: Readonly<Record<string, string>>;
}

interface Fault {
  path: string[];
  message: string;
}

export function readSettings(given: Readonly<Record<string, unknown>>): {
  settings: AssumptionSettings;
  faults: Fault[];
} {
  const readings: Record<string, string> = {};
  const createFieldNames: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [id, value] of Object.entries(given)) {
    const setting = assumptionOf(id)?.setting;
    if (setting === undefined) faults.push({ path: [id], message: unknownId(id) });
    else if (setting.kind === 'names') {
      const { names, faults: found } = readNames(setting, value);
      Object.assign(createFieldNames, names);
      faults.push(...found.map(({ path, message }) => ({ path: [id, ...path], message })));
    } else if (typeof value === 'string' && setting.values.includes(value)) readings[id] = value;
    else faults.push({ path: [id], message: unknownValue(value, setting.values) });
  }
  return { settings: { readings, createFieldNames }, faults };
}

function unknownId(id: string): string {
  const settable = assumptions
    .filter(({ setting }) => setting !== undefined)
    .map((assumption) => assumption.id);
  return assumptionOf(id) === null
    ? unknownKey(id, settable)
    : `cannot be set: every reading of it is accepted; settings exist for ${settable.join(', ')}`;
}

function readNames(
  { ours }: Extract<Setting, { kind: 'names' }>,
  value: unknown,
): { names: Record<string, string>; faults: Fault[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      names: {},
      faults: [{ path: [], message: 'must give our field names with theirs, such as { strings: items }' }],
    };
  }
  const names: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [our, their] of Object.entries(value)) {
    if (!ours.includes(our)) faults.push({ path: [our], message: unknownKey(our, ours) });
    else if (typeof their !== 'string' || !/^\w{1,100}$/.test(their))
      faults.push({ path: [our], message: 'must be the name of a field' });
    else names[our] = their;
  }
  return { names, faults };
}
