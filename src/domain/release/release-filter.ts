/** Filters of release lists that Temporal's own queries do not support: each release is compared. */
import { isNameOf } from '../text/language-code';

export interface ReleaseFilter {
  /** Part of a name, or of a project and a name. */
  search?: string | undefined;
  branch?: string | undefined;
  /** Part of the name of the person who started the release. */
  starter?: string | undefined;
  /** A language code or name. */
  language?: string | undefined;
}

interface Filtered {
  id: string;
  branch: string | null;
  startedBy: string | null;
  languages: readonly string[];
}

export const isFiltering = ({ search, branch, starter, language }: ReleaseFilter): boolean =>
  [search, branch, starter, language].some((wanted) => wanted !== undefined && wanted !== '');

export function matchesFilter(release: Filtered, wanted: ReleaseFilter): boolean {
  return (
    isPart(wanted.search, release.id) &&
    isPart(wanted.branch, release.branch) &&
    isPart(wanted.starter, release.startedBy) &&
    (!wanted.language || release.languages.some((code) => isLanguage(wanted.language ?? '', code)))
  );
}

const isPart = (wanted: string | undefined, text: string | null): boolean =>
  !wanted || (text ?? '').toLowerCase().includes(wanted.toLowerCase());

export const isLanguage = (wanted: string, code: string): boolean =>
  code.toLowerCase() === wanted.toLowerCase() || isNameOf(wanted, code);
