import * as z from 'zod';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import { postedText } from '../../social/posted-text';

const request = z.object({ announce: z.object({ text: z.string() }) });

/**
 * The text that a release announced, by its record. null: no announcement, different texts per account, a draft from
 * the application, or languages added since, in which case the languages that the text named are not known.
 */
export function announcedText({ content }: ReleaseManifest): string | null {
  const { success, data } = request.safeParse(content.request);
  if (!success || content.announcement === null) return null;
  if (content.announcement.targets.some(({ text }) => text !== undefined)) return null;
  if (content.decisions.some(({ what }) => what.startsWith('add languages'))) return null;
  const { project, name, languages, source } = content;
  return postedText({
    release: { project, name },
    text: data.announce.text,
    languages,
    strings: source.kind === 'snapshot' ? source.strings : 0,
  });
}
