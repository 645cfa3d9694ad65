/** Operations of the console's editor: plan and start a draft, and plan and make amendments of a running release. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { amendRelease, planAmendment } from '../client/releases/amend-release';
import type { RequestedRelease } from '../client/plans/prepare-release';
import { readEarlierRelease } from '../client/releases/release-source';
import { BadRequest } from '../client/errors';
import { planRelease } from '../client/plans/plan-release';
import { parseReleaseName } from '../client/releases/release-name';
import { readUploadedRelease } from '../client/releases/uploaded-release';
import { canonicalJson } from '../domain/text/canonical-json';
import { contentOf } from '../domain/release/release-content';
import type { ReleaseInput } from '../domain/release/release-input';
import { MOST_UPLOADED_BYTES } from '../domain/upload-limits';
import * as api from '../protocol/draft-api';
import { messageSchemas } from '../protocol/message-schemas';
import { InputError } from '../source/input-error';
import { UnwrittenStore, type StoreWriter } from '../store/unwritten-store';
import { refusal } from './failure';
import { release } from './input-parts';
import { onBoth, LONG_BOUND_MS, onTemporal, SOON_MS } from './operation';
import type { TemporalAccess } from '../client/access';
import { begin } from './start-operations';

/** The upload limit in base64, with room for the release file. */
const BODY_BYTES = Math.ceil((MOST_UPLOADED_BYTES * 4) / 3) + 3 * 1024 * 1024;
/** More than a person would read. */
const MOST_FINDINGS = 200;

const { text } = api.draft.shape;
/** `before` is the text that was edited, so that amendments made meanwhile are kept. */
const amended = z.strictObject({ id: release, text, before: text });

export const draftOperations = {
  releaseFile: onTemporal.quickRead({
    summary: 'Get a release file that asks for what a release asks for',
    input: z.strictObject({ id: release }),
    output: api.releaseFile,
    run: async ({ client, archive }, { id }) => {
      const { text, source } = await readEarlierRelease(client, archive, parseReleaseName(id));
      return { text, strings: source.kind === 'url' ? null : source.strings };
    },
  }),
  planDraft: onBoth.act({
    summary: 'Get what a draft of a release would do, or what is wrong with it; nothing is started',
    bodyBytes: BODY_BYTES,
    boundMs: SOON_MS,
    input: api.draft,
    output: api.plannedDraft,
    run: async (access, draft) => {
      const store = new UnwrittenStore(access.store);
      try {
        const requested = await readDraft(access, draft, store);
        const plan = await planRelease(requested, { ...access, store, temporal: access.client }, draft);
        return { findings: [], plan, digest: digestOf(requested.input) };
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return { findings: error.findings.slice(0, MOST_FINDINGS), plan: null, digest: null };
      }
    },
  }),
  startDraft: onBoth.act({
    summary: 'Start a release from a draft, as it was planned; it translates, publishes and announces',
    bodyBytes: BODY_BYTES,
    input: api.draft.extend({ digest: z.string().max(100) }),
    output: api.startedDraft,
    run: async (access, { digest, ...draft }, who) => {
      const requested = await readDraft(access, draft, access.store);
      if (digestOf(requested.input) !== digest)
        throw refusal(
          409,
          'plan_changed',
          'This is not the release whose plan you saw. Nothing was started. Show the plan again.',
        );
      return begin(access, requested, who, { check: true, announceAgain: draft.announceAgain });
    },
  }),
  planAmendment: onTemporal.act({
    summary: 'Get what another text of its file would change in a running release; nothing is changed',
    boundMs: SOON_MS,
    input: amended,
    output: api.plannedAmendment,
    run: async (access, { id, text, before }) => {
      try {
        const changed = await readChanged(access, { id, text, before });
        return { findings: [], ...(await planAmendment(access, changed)) };
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return { findings: [...error.findings], difference: [], takenBack: [], faults: [] };
      }
    },
  }),
  amendByFile: onTemporal.act({
    summary: 'Change what a running release has not done yet, by another text of its file',
    boundMs: LONG_BOUND_MS,
    input: amended.extend({ reason: messageSchemas.reject.shape.reason }),
    output: api.amendedByFile,
    run: async (access, { id, text, before, reason }, { name }) => {
      const requested = await readChanged(access, { id, text, before });
      const { changed, takenBack } = await amendRelease(access, { ...requested, by: name(), reason });
      if (changed === null) throw new BadRequest(`Release ${id} asks for this already. Nothing was changed.`);
      return { changed, takenBack };
    },
  }),
};

async function readDraft(
  { client, archive, config }: TemporalAccess,
  { text, files, from }: api.Draft,
  store: StoreWriter,
): Promise<RequestedRelease> {
  const earlier = from && (await readEarlierRelease(client, archive, from));
  const sent = files.map(({ path, base64 }) => ({ path, content: Buffer.from(base64, 'base64') }));
  return readUploadedRelease({ text, files: sent, earlier }, { config, store, startedBy: null });
}

/** An amendment keeps the release's strings. */
async function readChanged(access: TemporalAccess, { id, text, before }: z.output<typeof amended>) {
  const read = async (of: string): Promise<ReleaseInput> => {
    const draft = { text: of, files: [], from: parseReleaseName(id), announceAgain: false };
    return (await readDraft(access, draft, new UnwrittenStore(access.store))).input;
  };
  return { id, wanted: await read(text), base: (await read(before)).spec };
}

/** Covers everything that determines the release. */
function digestOf({ spec, source }: ReleaseInput): string {
  const requested = { content: contentOf({ spec, source }), directory: spec.export?.directory ?? null };
  return createHash('sha256').update(canonicalJson(requested)).digest('hex');
}
