/** The page docs/assumptions.md, made of the objects; `npm run schemas` writes it. */
import { capitalized } from '../domain/sentence';
import type { Assumption, Probe, Setting } from './assumption';
import { localizationAssumptions } from './localization';
import { socialAssumptions } from './social';

export function assumptionsPage(): string {
  return [
    '# Assumptions',
    '<!-- Made of src/assumptions by "npm run schemas". Do not edit. -->',
    'Both services leave parts of their interface undocumented. Each section is one such part: what their documents say, what we accept (the first reading is the usual one), where that is decided, what happens otherwise, and how to find out. Everything else follows the documents. The [glossary](glossary.md) explains the words.',
    '`locrelease service probe` holds a real service against this page: see "First contact" in the [README](../README.md). Where a setting is named, the configuration file forces a reading:',
    '```yaml\nassumptions:\n  publish-jobs: listed\n  create-request-fields: { strings: items, client_task_id: external_id }\n```',
    '## The form of replies',
    'How a reply is written is no part of this list: names and their spelling, wrappers, types of ids and times, words in another case, fields that are null or left out. The tables in `src/localization/replies.ts` and `src/social/replies.ts` name what is needed of each reply; it is found in whatever form, and nothing else can stop anyone. What is needed and cannot be found is named after three tries, and the release is parked. `test/services/needs.test.ts` proves both for every field of every reply.',
    '## Localization service',
    ...localizationAssumptions.map(section),
    '## Social service',
    ...socialAssumptions.map(section),
    '',
  ].join('\n\n');
}

function section(assumption: Assumption): string {
  const { id, point, documented, readings, decidedIn, otherwise, setting, knob, probe, tests } = assumption;
  return [
    `### ${id}`,
    `${capitalized(point)}.`,
    [
      `- Documented: ${documented}`,
      '- We accept:',
      ...readings.map(({ name, means }) => `  - \`${name}\`: ${means}`),
      `- Otherwise: ${otherwise}`,
      `- Setting: ${settingText(setting)}`,
      `- Probe: ${probeText(probe)}`,
      `- Sandbox: ${knob === 'same id' ? 'can be told each reading.' : `has no knob: ${knob.none}.`}`,
      `- Decided in ${paths(decidedIn)}; shown by ${paths(tests)}.`,
    ].join('\n'),
  ].join('\n\n');
}

function settingText(setting: Setting | null): string {
  if (setting === null) return 'none.';
  const values =
    setting.kind === 'reading'
      ? setting.values.map((value) => `\`${value}\``).join(', ')
      : 'our name to theirs';
  return `${values}; ${setting.effect}.`;
}

function probeText(probe: Probe): string {
  if (probe.kind === 'none') return `none: ${probe.reason}.`;
  return `${probe.kind === 'spend' ? 'with `--spend`' : 'read-only'}; it looks at ${probe.sees}.`;
}

function paths(files: readonly string[]): string {
  return files.map((file) => `\`${file}\``).join(', ');
}
