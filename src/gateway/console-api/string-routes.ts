/** The translations that a release exported, language by language, beside those of the release before it. */
import { LRUCache } from 'lru-cache';
import { NotThere } from '../../client/errors';
import { readableLanguages } from '../../client/read-translations';
import { readStartedWith } from '../../client/run-facts';
import type { Exported } from '../../client/string-sheet';
import { releaseId, type ReleaseName } from '../../domain/identity';
import { literalPattern } from '../../domain/made-pattern';
import { endedStates } from '../../domain/release-states';
import type { TranslatedString } from '../../domain/translated-strings';
import type { ReleaseView } from '../../domain/status';
import * as api from '../../protocol/console-api';
import type { ContentStore } from '../../store/content-store';
import type { BoundedClients } from './bounded-clients';
import { answers, idOf, named, RELEASE, type ApiApp } from './route-schemas';
import { StringSheets } from './string-sheets';

/** A release and the one before it. */
interface Compared {
  now: Exported;
  before: (Exported & { id: string }) | null;
}

/** One scrolls and types: what is before a release is not looked up for every page. */
const KEPT = { max: 50, ttl: 60_000 } as const;

export function mountStrings(
  app: ApiApp,
  { clients, store }: { clients: BoundedClients; store: ContentStore },
): void {
  const sheets = new StringSheets(store);
  const compared = new LRUCache<string, Compared, { release: ReleaseName; view: ReleaseView }>({
    ...KEPT,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => readCompared(context.release, context.view),
  });

  app.get(
    `${RELEASE}/strings`,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get a page of the exported strings of a language, beside those of the release before',
        tags: ['releases'],
        params: named,
        querystring: api.stringsQuery,
        response: answers(api.stringsPage),
      },
    },
    async ({ params, query }) => {
      const view = await clients.ask(({ releases }) => releases.status(idOf(params)));
      const files = view.export?.files ?? [];
      const languages = readableLanguages(files);
      const language = query.language ?? languages[0];
      if (language === undefined || !languages.includes(language))
        throw new NotThere(`Release ${idOf(params)} has no strings to show${inLanguage(query.language)}.`);
      const key = JSON.stringify([view.id, view.state, files.map(({ sha256 }) => sha256)]);
      const { now, before } = await compared.forceFetch(key, { context: { release: params, view } });
      const sheet = await sheets.read({ now, before, language });
      const found = sheet.strings.filter(matching(query));
      return {
        language,
        languages,
        before: before?.id ?? null,
        compared: sheet.compared,
        isWhole: sheet.isWhole,
        counts: sheet.counts,
        total: found.length,
        offset: query.offset,
        strings: found.slice(query.offset, query.offset + query.limit),
      };
    },
  );

  async function readCompared(
    release: ReleaseName,
    { state, export: exported }: ReleaseView,
  ): Promise<Compared> {
    const { archive } = clients;
    const kept = endedStates.has(state) ? await archive.newest(release) : null;
    const before = await (kept === null ? archive.lastReleased(release) : archive.before(kept));
    const source =
      kept?.manifest.content.source ??
      (await clients.ask((_, client) => readStartedWith(client, release))).source;
    return {
      now: { files: exported?.files ?? [], source, escape: exported?.escape ?? null },
      before: before && {
        id: releaseId(before.content),
        files: before.content.files,
        source: before.content.source,
        escape: before.content.export?.escape ?? null,
      },
    };
  }
}

const inLanguage = (code: string | undefined): string => (code === undefined ? '' : ` in ${code}`);

function matching({
  search,
  change,
}: Pick<api.StringsQuery, 'search' | 'change'>): (string: TranslatedString) => boolean {
  const wanted = (search ?? '').trim();
  const pattern = literalPattern(wanted, 'iu');
  const says = (text: string | null): boolean => text !== null && pattern.test(text);
  return (string) =>
    (change === undefined || string.change === change) &&
    (wanted === '' || says(string.id) || says(string.source) || says(string.text) || says(string.before));
}
