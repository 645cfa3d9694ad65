/**
 * What a shell offers and only releases, services or the configuration know, a line each. Whoever presses a key waits for
 * it: it ends within a second, and says nothing of what went wrong.
 */
import type { Command } from 'commander';
import { readConfig } from '../config/config';
import { visibleValue } from '../domain/visible-text';
import { readSheet } from '../store/stored-term-sheet';
import type { ValueKind } from './completion-script';
import { tell } from './terminal';
import { withServices } from './with-services';
import { withTemporal } from './with-temporal';

const MOST_MS = 1000;
const MOST_RELEASES = 200;

export function defineCompleteCommand(command: Command): void {
  command.action(async (kind: ValueKind, release: string | undefined) => {
    const deadline = setTimeout(() => process.exit(), MOST_MS);
    try {
      const values = await readers[kind](release ?? '');
      const lines = values.filter((value) => value !== '' && visibleValue(value) === value);
      if (lines.length > 0) tell([...new Set(lines)].join('\n'));
    } catch {
      // Nothing is offered.
    } finally {
      clearTimeout(deadline);
    }
  });
}

const readers: Readonly<Record<ValueKind, (release: string) => Promise<string[]>>> = {
  releases: () =>
    withTemporal(async ({ releaseClient }) =>
      (await releaseClient.newest({}, MOST_RELEASES)).map(({ id }) => id),
    ),
  terms: (release) =>
    withTemporal(async ({ releaseClient, store }) => {
      const { terms } = await releaseClient.status(release);
      return terms === null ? [] : (await readSheet(store, terms)).flatMap(({ id, term }) => [id, term]);
    }),
  languages: () =>
    withServices(async ({ config, localization }) => {
      const [project = 'default'] = config.projectNames;
      return (await localization(project).languages()).data.map(({ code }) => code);
    }),
  'release-languages': releaseLanguages,
  translations: async (release) => (await releaseLanguages(release)).map((language) => `${language}=`),
  projects: () => Promise.resolve([...readConfig().projectNames]),
};

function releaseLanguages(release: string): Promise<string[]> {
  return withTemporal(async ({ releaseClient }) => {
    const { languages, comingLanguages = [] } = await releaseClient.status(release);
    return [...languages, ...comingLanguages];
  });
}
