/** The page docs/assumptions.md, made of the objects; `npm run schemas` writes it. */
import { capitalized } from '../domain/text/sentence';
import type { Assumption, Probe, Setting } from './assumption';
import { localizationAssumptions } from './localization';
import { socialAssumptions } from './social';

export function assumptionsPage(): string {
  return [
    '# Assumptions',
    '<!-- Made of src/assumptions by "npm run schemas". Do not edit. -->',
    'Both services leave parts of their interface undocumented. Each section is one such part: in which ways a service may answer (the first is the usual one), what happens if it answers otherwise, and whether a setting in the configuration file forces a reading. `locrelease service probe` [holds a real service against this page](services.md#first-contact); the [sandbox](sandbox.md#readings) can answer in each of the ways.',
    '```yaml\nassumptions:\n  publish-jobs: listed\n  create-request-fields: { strings: items, client_task_id: external_id }\n```',
    'How a reply is written is no part of this list: names and their spelling, wrappers, types of ids and times, words in another case, fields that are null or left out. What is needed of a reply is found in whatever form. What cannot be found is named after three tries, and the release is parked.',
    '## Localization service',
    ...localizationAssumptions.map(section),
    '## Social service',
    ...socialAssumptions.map(section),
    '',
  ].join('\n\n');
}

function section({ id, point, readings, otherwise, setting, knob, probe }: Assumption): string {
  return [
    `### ${id}`,
    `${capitalized(point)}.${probeText(probe)}`,
    [
      ...readings.map(({ name, means }) => `- \`${name}\`: ${means}`),
      `- Otherwise: ${otherwise}`,
      ...(setting === null ? [] : [`- Setting: ${settingText(setting)}`]),
      ...(knob === 'same id' ? [] : ['- The sandbox has no such reading.']),
    ].join('\n'),
  ].join('\n\n');
}

function settingText(setting: Setting): string {
  const values =
    setting.kind === 'reading'
      ? setting.values.map((value) => `\`${value}\``).join(', ')
      : 'our name to theirs';
  return `${values}; ${setting.effect}.`;
}

function probeText({ kind }: Probe): string {
  if (kind === 'none') return '';
  return kind === 'spend' ? ' The probe looks with `--spend`.' : ' The probe looks.';
}
