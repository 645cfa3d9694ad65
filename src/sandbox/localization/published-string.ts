/** What a project has of a string once a task is published: the documents do not say what becomes of languages that the task lacks. */
import type { Readings } from '../readings/catalogue';
import type { LocalizedString } from './localized-string';
import type { ProjectString } from './project-state';

export function publishedString(
  reading: Readings['publish-languages'],
  before: ProjectString | undefined,
  string: LocalizedString,
): ProjectString {
  if (reading === 'replace' || before === undefined) return string;
  const kept = Object.fromEntries(
    Object.entries(before.translations).filter(([language]) => !string.renderings.has(language)),
  );
  if (Object.keys(kept).length === 0) return string;
  const { string_id, content } = string;
  return {
    string_id,
    content,
    get translations() {
      return { ...kept, ...string.translations };
    },
  };
}
