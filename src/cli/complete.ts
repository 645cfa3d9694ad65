/**
 * What a shell offers and only releases, services or the configuration know, a line each. Whoever presses a key waits for
 * it: it ends within a second, and says nothing of what went wrong.
 */
import type { Command } from 'commander';
import type { ListedRelease } from '../protocol/console-api';
import { visibleValue } from '../domain/text/visible-text';
import { valueKinds, type ValueKind } from './completion';
import { tell } from './terminal/terminal';
import { withBackend } from './with-backend';

const MOST_MS = 1000;
const MOST_RELEASES = 200;

export function define(command: Command): void {
  command.registeredArguments[0]?.choices(valueKinds);
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
  releases: () => releases(() => true),
  reviews: () => releases(({ waitingFor }) => waitingFor === 'terms'),
  decisions: () => releases(({ waitingFor }) => waitingFor === 'decision'),
  terms: (release) =>
    withBackend(async ({ ask }) =>
      ((await ask('knownTerms', { id: release }))?.terms ?? []).flatMap(({ id, term }) => [id, term]),
    ),
  languages: () =>
    withBackend(async ({ ask }) => {
      const [project = 'default'] = await ask('projects', {});
      return (await ask('languages', { project })).map(({ code }) => code);
    }),
  'release-languages': releaseLanguages,
  translations: async (release) => (await releaseLanguages(release)).map((language) => `${language}=`),
  projects: () => withBackend(({ ask }) => ask('projects', {})),
};

function releases(isWanted: (release: ListedRelease) => boolean): Promise<string[]> {
  return withBackend(async ({ ask }) => {
    const { releases: found } = await ask('list', { limit: MOST_RELEASES });
    return found.filter(isWanted).map(({ id }) => id);
  });
}

function releaseLanguages(release: string): Promise<string[]> {
  return withBackend(async ({ ask }) => {
    const { languages, comingLanguages } = await ask('status', { id: release });
    return [...languages, ...comingLanguages];
  });
}
