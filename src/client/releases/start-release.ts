/** Starts a release, or finds it: the same file twice is the same release, and never a second task. */
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { canonicalJson } from '../../domain/text/canonical-json';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { contentOf, isSameContent } from '../../domain/release/release-content';
import type { ReleaseInput } from '../../domain/release/release-input';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { releaseStart, releaseWorkflowType } from '../../domain/release/release-start';
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
import { changesTo } from './amend-release';
import { contentDifference } from './content-difference';
import { AlreadyAnnounced, BadRequest, Refused } from '../errors';
import { ReleaseClient } from './release-client';
import { readReleaseView } from './release-view';
import { readRequestedSpec } from './run-facts';

export interface Started {
  id: string;
  /**
   * `started`: a new run. `replaced`: instead of one in which nothing had been paid for. `attached`: it is running
   * already. `ended`: it had ended well before.
   */
  outcome: 'started' | 'replaced' | 'attached' | 'ended';
  input: ReleaseInput;
}

/** What is looked at to tell what a start would do. */
export interface StartQuestion {
  input: ReleaseInput;
  /** The release file as a person named it; left out: it came as a text. */
  file?: string;
  store: StoreReader;
  /** Where releases are found that Temporal has forgotten. */
  archive?: ArchivedReleases | null;
  /** Whether it is announced although an earlier run of it has been. */
  announceAgain?: boolean;
}

export interface StartOptions extends StartQuestion {
  taskQueue: string;
  /** Before anything is started; it throws where that cannot succeed. */
  check?: () => Promise<void>;
}

interface StartDecision {
  outcome: Started['outcome'];
  /** Whether there is no earlier run of it. */
  isFirst: boolean;
}

export async function startRelease(
  client: Client,
  options: StartOptions,
  releaseClient = new ReleaseClient(client),
): Promise<Started> {
  const { input, taskQueue } = options;
  const id = releaseId(input.spec);
  // Twice at most: somebody else may start it between our look and our start.
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, isFirst } = await decideStart(client, options);
    if (outcome === 'attached' || outcome === 'ended') return { id, outcome, input };
    await options.check?.();
    try {
      if (outcome === 'replaced') return { id, outcome: await replace(options, releaseClient), input };
      await client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
        ...releaseStart(input),
        taskQueue,
        workflowIdReusePolicy: isFirst ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
      });
      return { id, outcome, input };
    } catch (error) {
      if (isTemporalAway(error)) throw maybeStarted(id, error);
      const isOvertaken = error instanceof WorkflowExecutionAlreadyStartedError || error instanceof Refused;
      if (!isOvertaken || attempt > 1) throw error;
    }
  }
}

/** Decided inside the release that is there, so that two starts, or a start and a decision, pay for one task. */
async function replace({ input }: StartOptions, releaseClient: ReleaseClient): Promise<Started['outcome']> {
  const { outcome } = await releaseClient.tell(releaseId(input.spec), replaceUpdate, { input });
  return outcome;
}

/** What a start would do now; throws where it is refused. Reads only; without Temporal, the records alone tell. */
export async function decideStart(client: Client | null, question: StartQuestion): Promise<StartDecision> {
  const { input, store, archive = null } = question;
  const { spec } = input;
  const existing = client && (await describedRun(client, releaseWorkflowId(spec)));
  if (client === null || existing === null) {
    if (await isArchivedSame(archive, store, input)) return { outcome: 'ended', isFirst: false };
    if (question.announceAgain !== true) requireUnannounced(spec, await archive?.view(spec));
    return { outcome: 'started', isFirst: true };
  }
  const before = isFree(existing) ? null : await readRequestedSpec(client, spec);
  if (before !== null && isSameContent(before, input))
    return { outcome: isRunning(existing) ? 'attached' : 'ended', isFirst: false };
  if (before !== null && !(await isUnpaid(client, spec))) {
    const difference = await contentDifference(store, contentOf(before), contentOf(input));
    const changed = { before, wanted: input, file: question.file ?? null };
    throw otherContent(releaseId(spec), difference, await wayToAmend(new ReleaseClient(client), changed));
  }
  if (question.announceAgain !== true) requireUnannounced(spec, await sent(client, spec));
  return { outcome: before === null ? 'started' : 'replaced', isFirst: false };
}

function maybeStarted(id: string, cause: Error): TemporalUnreachable {
  return new TemporalUnreachable(
    `Temporal no longer answers. It is not known whether release ${id} was started. Run the same command again: if it was started, the command attaches to it.`,
    { cause },
  );
}

interface Sent {
  state: ReleaseState;
  announcement: { postId: string | null } | null;
}

/** What the run before it may have told the world; null: nothing. */
async function sent(client: Client, release: ReleaseName): Promise<Sent | null> {
  const { state, announcement } = (await readReleaseView(client, release)) ?? {};
  if (state === undefined || !announcement) return null;
  const { sentAt, accepted, scheduledAt } = announcement;
  return accepted || sentAt !== null || scheduledAt !== null ? { state, announcement } : null;
}

/** Nobody can call a post back: a second one is made only by somebody who knows of the first. */
function requireUnannounced(spec: ReleaseSpec, before: Sent | null | undefined): void {
  if (spec.announce === undefined || !before?.announcement) return;
  const { state, announcement } = before;
  throw new AlreadyAnnounced(
    `Release ${releaseId(spec)} is ${state}, and its announcement was sent before that (post ${announcement.postId ?? 'unknown'}). Nothing was started. ` +
      'To release without announcing, start it with --no-announce. To announce it once more, start it with --announce-again.',
  );
}

/** Whether it was released before, and Temporal has forgotten it. Other content under its name is refused as ever. */
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
  throw otherContent(releaseId(input.spec), await contentDifference(store, request, wanted));
}

function otherContent(id: string, difference: string, way = 'Give this one another name.'): BadRequest {
  return new BadRequest(
    `Release ${id} already exists with other content. Nothing was started.\n${difference}\n${way}`,
  );
}

/** Whether a corrected file can take its place: it decides that itself, when it is told. */
async function isUnpaid(client: Client, release: ReleaseName): Promise<boolean> {
  const view = await readReleaseView(client, release);
  return view !== null && canBeReplaced(view);
}

/** One that says it is done has nothing left to do but to end. */
function isRunning(run: Run): boolean {
  return run.isOpen && statusIn(run)?.state !== 'done';
}

/** A release that ended without success leaves its name free for another try. */
function isFree(run: Run): boolean {
  if (run.isOpen) return false;
  if (run.status !== 'COMPLETED') return true;
  return unsuccessfulStates.has(attributeOf(run, 'state') as ReleaseState);
}

const ANOTHER_NAME = 'Give this one another name.';

/** How a release that is there becomes what a changed file asks for, for whoever tried to start that file. */
interface Changed {
  /** What the release asks for now. */
  before: ReleaseInput;
  wanted: ReleaseInput;
  /** As a person named it; null: it came as a text. */
  file: string | null;
}

/** A command on a line of its own where there is one, and otherwise why there is none. */
export async function wayToAmend(
  releases: Pick<ReleaseClient, 'status' | 'amendmentFaults'>,
  { before, wanted, file }: Changed,
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

/** Languages that the file has and the release lacks; none where it lacks others that the release has. */
function addedLanguages(before: ReleaseSpec, wanted: ReleaseSpec): string[] {
  const [old = [], all = []] = [before, wanted].map((spec) => [
    ...spec.targetLanguages,
    ...spec.supplementLanguages,
  ]);
  return old.every((code) => all.includes(code)) ? all.filter((code) => !old.includes(code)) : [];
}

/** As a POSIX shell takes it for one word. */
function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
