/** Starts a release or attaches to it: the same file never makes a second task. */
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { canonicalJson } from '../../domain/text/canonical-json';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { contentOf, isSameContent } from '../../domain/release/release-content';
import type { ReleaseInput } from '../../domain/release/release-input';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { releaseStart, releaseWorkflowType } from '../../domain/release/release-start';
import type { ReleaseStatus } from '../../domain/release/status';
import { unsuccessfulStates, type ReleaseState, endedStates } from '../../domain/release/release-states';
import { closedAddress } from '../../store/source-address';
import type { StoreReader } from '../../store/unwritten-store';
import { attributeOf, describedRun, statusIn, type Run } from '../../temporal/runs';
import { TemporalUnreachable } from '../../temporal/errors';
import { isTemporalAway } from '../../temporal/temporal-fault';
import type { localizationRelease } from '../../workflows';
import { canBeReplaced } from '../../domain/release/release-decisions';
import { replaceUpdate } from '../../protocol/messages';
import { isReleased, type ArchivedReleases } from '../records/archived-releases';
import { changesTo, readMerged } from './amend-release';
import { indented } from '../../domain/text/sentence';
import { shellWord } from '../../domain/text/visible-text';
import { contentDifference } from './content-difference';
import { AlreadyAnnounced, BadRequest, Refused } from '../errors';
import { ReleaseClient } from './release-client';
import { readReleaseView } from './release-view';

export interface Started {
  id: string;
  /**
   * `started`: a new run. `replaced`: it replaced a run in which nothing was paid for. `attached`: the release already
   * runs. `ended`: it had ended with success before.
   */
  outcome: 'started' | 'replaced' | 'attached' | 'ended';
  input: ReleaseInput;
  /** Amendments of the existing release that the file does not contain. */
  amended: string[];
}

interface StartQuestion {
  input: ReleaseInput;
  /** The release file, as a person named it. Absent: it came as a text. */
  file?: string;
  store: StoreReader;
  /** The archive, for releases that Temporal no longer has. */
  archive?: ArchivedReleases | null;
  announceAgain?: boolean;
}

interface StartOptions extends StartQuestion {
  taskQueue: string;
  /** Runs before anything is started, and throws if the release cannot succeed. */
  check?: () => Promise<void>;
}

interface StartDecision extends Pick<Started, 'outcome'>, Partial<Pick<Started, 'amended'>> {
  isFirst: boolean;
}

export async function startRelease(
  client: Client,
  options: StartOptions,
  releaseClient = new ReleaseClient(client),
): Promise<Started> {
  const { input, taskQueue } = options;
  const id = releaseId(input.spec);
  // At most two attempts: somebody else may start it between our decision and our start.
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, isFirst, amended = [] } = await decideStart(client, options);
    if (outcome === 'attached' || outcome === 'ended') return { id, outcome, input, amended };
    await options.check?.();
    try {
      if (outcome === 'replaced') {
        // The running release decides this itself, so that two starts, or a start and a decision, pay for one task.
        const replaced = await releaseClient.executeUpdate(id, replaceUpdate, { input });
        return { id, outcome: replaced.outcome, input, amended };
      }
      await client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
        ...releaseStart(input),
        taskQueue,
        workflowIdReusePolicy: isFirst ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
      });
      return { id, outcome, input, amended };
    } catch (error) {
      if (isTemporalAway(error))
        throw new TemporalUnreachable(
          `Temporal no longer answers. It is not known whether release ${id} was started. Run the same command again: if it was started, the command attaches to it.`,
          { cause: error },
        );
      const isOvertaken = error instanceof WorkflowExecutionAlreadyStartedError || error instanceof Refused;
      if (!isOvertaken || attempt > 1) throw error;
    }
  }
}

const ANOTHER_NAME = 'Give this one another name.';

/** Decides the outcome of a start, or throws its refusal. It only reads; without Temporal it uses the records alone. */
export async function decideStart(client: Client | null, question: StartQuestion): Promise<StartDecision> {
  const { input, store, archive = null } = question;
  const { spec } = input;
  const existing = client && (await describedRun(client, releaseWorkflowId(spec)));
  if (client === null || existing === null) {
    if (await isArchivedSame(archive, store, input)) return { outcome: 'ended', isFirst: false };
    if (question.announceAgain !== true) requireUnannounced(spec, await archive?.view(spec));
    return { outcome: 'started', isFirst: true };
  }
  const status = statusIn(existing);
  const there = isFree(existing) ? null : await readMerged(client, spec, { wanted: input, status });
  if (there?.isSame === true)
    return {
      // A release that reports it is done is about to end.
      outcome: existing.isOpen && status?.state !== 'done' ? 'attached' : 'ended',
      isFirst: false,
      amended: isSameContent(there.before, input) ? [] : amendedLines(status),
    };
  if (there !== null && !(await isUnpaid(client, spec))) {
    const { before, merged } = there;
    const wanted = merged ?? input;
    const difference = await contentDifference(store, contentOf(before), contentOf(wanted));
    const { file = null } = question;
    const way = await wayToAmend(new ReleaseClient(client), { before, wanted, file });
    throw otherContent(releaseId(spec), difference, way);
  }
  if (question.announceAgain !== true) requireUnannounced(spec, await sent(client, spec));
  return { outcome: there === null ? 'started' : 'replaced', isFirst: false };
}

/** One sentence per amendment: `olga amended it: time for the term review: was 3 d, now 4 d ("ill").` */
function amendedLines(status: ReleaseStatus | null): string[] {
  return (status?.decisions ?? []).flatMap(({ by, what, why, changes }) => {
    const amended = changes === undefined ? addedOrLeftOut.exec(what)?.[0] : changes.join('; ');
    return amended === undefined ? [] : [`${by} amended it: ${amended}${why === null ? '' : ` ("${why}")`}.`];
  });
}

const addedOrLeftOut = /^(add languages|leave out) .*/;

/** The announcement that an earlier run sent or scheduled, with the release's state. null: none. */
async function sent(client: Client, release: ReleaseName): Promise<Announced | null> {
  const view = await readReleaseView(client, release);
  const { sentAt = null, accepted = false, scheduledAt = null } = view?.announcement ?? {};
  return accepted || sentAt !== null || scheduledAt !== null ? view : null;
}

type Announced = Pick<ReleaseStatus, 'state' | 'announcement'>;

/** Nobody can recall a post, so a second one needs a person who knows of the first. */
function requireUnannounced(spec: ReleaseSpec, before: Announced | null | undefined): void {
  if (spec.announce === undefined || !before?.announcement) return;
  const { state, announcement } = before;
  throw new AlreadyAnnounced(
    `Release ${releaseId(spec)} is ${state}, and its announcement was sent before that (post ${announcement.postId ?? 'unknown'}). Nothing was started. ` +
      'To release without announcing, start it with --no-announce. To announce it once more, start it with --announce-again.',
  );
}

/** True if it was released and Temporal has forgotten it. Other content under its name is refused. */
async function isArchivedSame(
  archive: ArchivedReleases | null,
  store: StoreReader,
  input: ReleaseInput,
): Promise<boolean> {
  const { manifest = null } = (await archive?.newest(input.spec)) ?? {};
  if (manifest === null || !isReleased(manifest)) return false;
  const { source } = manifest.content;
  const isOpen = source.kind === 'url' && source.sha256 === undefined;
  const request = { ...manifest.content.request, ...(isOpen && { source: closedAddress(source.url) }) };
  const wanted = contentOf(input);
  if (canonicalJson(request) === canonicalJson(wanted)) return true;
  throw otherContent(releaseId(input.spec), await contentDifference(store, request, wanted), ANOTHER_NAME);
}

function otherContent(id: string, difference: readonly string[], way: string): BadRequest {
  const fault = `Release ${id} already exists with other content. Nothing was started.`;
  return new BadRequest([fault, ...difference.map(indented), way].join('\n'));
}

/** A corrected file can replace the release; the release decides again in the update. */
async function isUnpaid(client: Client, release: ReleaseName): Promise<boolean> {
  const view = await readReleaseView(client, release);
  return view !== null && canBeReplaced(view);
}

/** A release that ended without success leaves its name free for another attempt. */
function isFree(run: Run): boolean {
  if (run.isOpen) return false;
  if (run.status !== 'COMPLETED') return true;
  return unsuccessfulStates.has(attributeOf(run, 'state') as ReleaseState);
}

/**
 * How a person can amend the running release to match a changed file: a command, or the reason against it. `file`: as
 * the person named it; null: it came as a text.
 */
export async function wayToAmend(
  releases: Pick<ReleaseClient, 'status' | 'amendmentFaults'>,
  { before, wanted, file }: { before: ReleaseInput; wanted: ReleaseInput; file: string | null },
): Promise<string> {
  const id = releaseId(before.spec);
  const { state, waitingFor } = await releases.status(id);
  const hasEnded = endedStates.has(state) && waitingFor === null;
  const { amendment, fixed } = changesTo(before, wanted);
  const changed = [...fixed, ...Object.keys(amendment)];
  const isOfLanguages = changed.every((key) => ['targetLanguages', 'supplementLanguages'].includes(key));
  const more = isOfLanguages ? addedLanguages(before.spec, wanted.spec) : [];
  if (more.length > 0 && (hasEnded || fixed.length > 0))
    return asCommand(`locrelease amend ${id} --add-language ${more.join(' ')}`);
  if (hasEnded) return `It is ${state}, and cannot be amended any more. ${ANOTHER_NAME}`;
  if (fixed.length > 0)
    return `It cannot be amended so: a release that runs keeps its ${fixed.join(', ')}. ${ANOTHER_NAME}`;
  if (Object.keys(amendment).length === 0)
    return `It cannot be amended so: the difference counts at the start alone. ${ANOTHER_NAME}`;
  const faults = (await releases.amendmentFaults(id, amendment)) ?? [];
  if (faults.length > 0) return `It cannot be amended so: ${faults.join(' ')} ${ANOTHER_NAME}`;
  return file === null ? 'Amend the release.' : asCommand(`locrelease amend ${id} ${shellWord(file)}`);
}

const asCommand = (command: string): string => `It can be amended. To do so, run: ${command}`;

/** Languages that the file adds; empty if the file also drops some. */
function addedLanguages(before: ReleaseSpec, wanted: ReleaseSpec): string[] {
  const [old = [], all = []] = [before, wanted].map((spec) => [
    ...spec.targetLanguages,
    ...spec.supplementLanguages,
  ]);
  return old.every((code) => all.includes(code)) ? all.filter((code) => !old.includes(code)) : [];
}
