/** Tools for releases: the same as the commands and the console do. */
import * as z from 'zod';
import { NotThere } from '../client/errors';
import { checkBeforeStart } from '../client/check-before-start';
import { named } from '../client/release-name';
import { readReleasesPage } from '../client/release-pages';
import { prepareRelease, prepareReleaseText, type PreparedRelease } from '../client/prepare-release';
import { startRelease } from '../client/start-release';
import { BadRequest } from '../client/errors';
import type { ReleaseInput } from '../domain/release-input';
import { sourceDigest } from '../localization/operator-proof';
import * as api from '../protocol/console-api';
import { messageSchemas } from '../protocol/message-schemas';
import { readSheet } from '../store/stored-term-sheet';
import { tool, type Tool, type ToolAccess } from './tool';

const id = z.string().min(1).max(201).describe('Id of the release: <project>/<name>, or <name>.');

const startInput = z.strictObject({
  file: z.string().min(1).max(4000).exactOptional().describe('Path of a release file on this machine.'),
  release: z
    .string()
    .min(1)
    .max(500_000)
    .exactOptional()
    .describe('Instead of file: the text of a release file, in YAML or JSON.'),
  strings: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('With release: the source strings by their string_id, in place of source.file.'),
});

export const releaseTools: readonly Tool[] = [
  tool({
    name: 'list_releases',
    title: 'List releases',
    description: 'Lists releases, open ones first, a page at a time.',
    role: 'read',
    input: z.strictObject({ ...api.releasesQuery.shape, limit: z.int().min(1).max(500).default(100) }),
    run: ({ client, config }, { limit, cursor, ...filter }) =>
      readReleasesPage(client, filter, { limit, cursor, secret: config.sessionSecret }),
  }),
  tool({
    name: 'release_status',
    title: 'Status of a release',
    description:
      'Tells where a release stands: state, stages, what it waits for, files, problem and what to do.',
    role: 'read',
    input: z.strictObject({ id }),
    run: ({ releases }, said) => releases.status(said.id),
  }),
  tool({
    name: 'release_terms',
    title: 'Terms of a release',
    description:
      'Lists the scanned terms of a release as they were last read, a page at a time. confirm_terms needs the digest, and with matches it overwrites nothing else of the termbase than is shown.',
    role: 'read',
    input: z.strictObject({
      id,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(500),
    }),
    run: async ({ releases, store }, { id: release, offset, limit }) => {
      const { terms: sheet, languages } = await releases.status(release);
      if (sheet === null)
        throw new NotThere(
          `Release ${release} has no terms. Its term scan has not ended, or it has no term review.`,
        );
      const terms = await readSheet(store, sheet);
      const { digest, total, matches } = sheet;
      return { digest, total, matches, languages, offset, terms: terms.slice(offset, offset + limit) };
    },
  }),
  tool({
    name: 'start_release',
    title: 'Start a release',
    description:
      'Starts a release, or attaches to it if it already exists with the same content. It translates, publishes and announces: this costs money and is seen by others.',
    role: 'operate',
    input: startInput,
    run: async (access, said) => {
      const { client, config, store, archive } = access;
      const { input: read, doubts } = await prepared(access, said);
      const input = await provenInput(access, read);
      const notes: string[] = [...doubts];
      const { id: started, outcome } = await startRelease(client, {
        input,
        taskQueue: config.taskQueue,
        store,
        archive,
        check: async () => {
          const file = said.file ?? 'release';
          const asked = { input, file, text: said.release ?? '' };
          notes.push(...(await checkBeforeStart(asked, { ...access, temporal: client })));
        },
      });
      return { id: started, outcome, notes };
    },
  }),
  tool({
    name: 'edit_terms',
    title: 'Edit terms',
    description:
      'Changes terms that wait for confirmation. When the answer comes, the service has the change.',
    role: 'review',
    input: z.strictObject({ id, ...messageSchemas.editTerms.omit({ by: true }).shape }),
    run: ({ releases, speaker }, { id: release, ...said }) =>
      releases.editTerms(release, { by: speaker.name, ...said }),
  }),
  tool({
    name: 'confirm_terms',
    title: 'Confirm terms',
    description: 'Confirms the terms as they were read with release_terms. The translation then starts.',
    role: 'review',
    input: z.strictObject({ id, ...api.confirmTerms.shape }),
    run: async ({ releases, prove }, { id: release, ...said }) => {
      const who = await prove({ what: 'confirm', release: named(release), about: said.digest });
      return releases.confirm(release, { ...who, ...said });
    },
  }),
  tool({
    name: 'resolve_release',
    title: 'Decide on a parked release',
    description: 'Decides on a parked or partial release: retry, skip or abort, with the reason.',
    role: 'operate',
    input: z.strictObject({ id, ...api.resolveRelease.shape }),
    run: ({ releases, speaker }, { id: release, ...said }) =>
      releases.resolve(release, { by: speaker.name, ...said }),
  }),
];

async function provenInput({ prove }: ToolAccess, input: ReleaseInput): Promise<ReleaseInput> {
  const { project, name } = input.spec;
  const about = sourceDigest(input.source);
  const { by, proof } = await prove({ what: 'start', release: { project, name }, about });
  return { ...input, startedBy: by, proof };
}

async function prepared(
  { store, speaker, readsFiles, config }: ToolAccess,
  said: z.output<typeof startInput>,
): Promise<Pick<PreparedRelease, 'input' | 'doubts'>> {
  const { file, release, strings } = said;
  if (file !== undefined && release === undefined && readsFiles)
    return prepareRelease(file, { store, config }, speaker.name);
  if (release !== undefined && file === undefined) {
    const sent = { text: release, strings: strings ?? null };
    return { input: await prepareReleaseText(sent, store, speaker.name, config), doubts: [] };
  }
  throw new BadRequest(
    readsFiles
      ? 'Name either the file of the release, or its text as "release". Nothing was started.'
      : 'This server cannot read files on your machine. Send the text of the release file as "release", and its strings as "strings". Nothing was started.',
  );
}
