import { fillAnnouncementText } from '../domain/release/announcement-text';
import type { ReleaseName } from '../domain/release/identity';

export interface AnnouncementContent {
  /** null: the text has no placeholders. */
  release: ReleaseName | null;
  text: string;
  /** Language codes; the posted text gets their names. */
  languages: readonly string[];
  strings: number;
}

/** The announcement as it is posted. Not for workflow code: the names of languages change with Node. */
export function postedText({ release, text, languages, strings }: AnnouncementContent): string {
  if (release === null) return text;
  const { project, name } = release;
  return fillAnnouncementText(text, { project, name, languages: languages.map(languageName), strings });
}

/** Created on first use, because its data take longer to load than most commands run. */
let names: Intl.DisplayNames | undefined;

function languageName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'language' });
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
