import { againPath, reportPath, reviewPath } from '../../src/domain/console-paths';
import { reviewNotices, type ReviewNotice } from '../../src/domain/review/review-rules';
import { reasonsOf } from '../../src/domain/problems/choices';
import { describeProblem } from '../../src/domain/problems/problem-catalogue';
import { endedStates, unsuccessfulStates } from '../../src/domain/release/release-states';
import { type StageName, stageTitles } from '../../src/domain/release/stages';
import type { ReleaseView } from '../../src/domain/release/status';
import { timeLeft, timeLeftText } from '../../src/domain/release/time-left';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { Icon } from '../components/icon';
import { LinkedText } from '../components/linked-text';
import { DueWords, nowMs, When } from '../components/when';
import { counted } from '../format';
import { may } from '../session';
import { Accounts } from './accounts';
import { Choices } from './choices';
import type { Past } from './stage-line';
import { isRequested, outcomeWords, pageForm, situationTitle } from './stage-words';

const stageActions: Readonly<Record<StageName, string>> = {
  create: 'Creating the task',
  scan: 'Scanning for terms',
  confirm: 'Confirming the terms',
  translate: 'Translating',
  supplement: 'Adding languages',
  publish: 'Publishing',
  export: 'Exporting',
  announce: 'Announcing',
};

interface Shown {
  view: ReleaseDetails;
  release: ReleaseName;
  past: Past;
  done: () => void;
}

/** The one place with the state of a release, and the choices by which it continues. */
export function Situation(shown: Shown) {
  const { status } = shown.view;
  const { problem, facts, state } = status;
  const reasons = reasonsOf({ ...status, problem: problem && { ...problem, facts } });
  if (reasons.length === 0)
    return (
      <section
        class={`panel lead ${endedStates.has(state) ? 'ended' : 'running'}`}
        aria-label="How it stands"
      >
        {endedStates.has(state) ? <Ended {...shown} /> : <UnderWay {...shown} />}
      </section>
    );
  // People chose this state, or the release waits for its time, so nothing is alarming.
  const isCalm = problem === null || state === 'rejected' || state === 'cancelled';
  return (
    <section class={`panel situation ${isCalm ? 'waiting' : 'problem'}`} aria-labelledby="situation-title">
      <h2 id="situation-title">{situationTitle(status)}</h2>
      {reasons.map((reason) => (
        <Reason
          key={reason.code}
          {...describeProblem(reason, pageForm)}
          areAccountsShown={state === 'partial'}
        />
      ))}
      <Waiting {...shown} />
      {isAboutAnnouncement(status) && <Accounts view={shown.view} heading="h3" />}
      <Ways {...shown} />
    </section>
  );
}

/** Whether the accounts are needed for the decision. */
export function isAboutAnnouncement({ stage, state, problem, hold }: ReleaseView): boolean {
  return state === 'partial' || (stage === 'announce' && (problem !== null || hold !== null));
}

/** Where each account shows its failure and its fix, they are not repeated here. */
function Reason({
  what,
  evidence,
  kept,
  fix,
  areAccountsShown,
}: ReturnType<typeof describeProblem> & { areAccountsShown: boolean }) {
  const parts = [kept, ...(areAccountsShown ? [] : [fix])].filter((part) => part !== '');
  return (
    <>
      <p class="problem-text" dir="auto">
        {what}
      </p>
      {evidence.length > 0 && !areAccountsShown && (
        <pre class="evidence" dir="auto">
          {evidence.join('\n')}
        </pre>
      )}
      {parts.length > 0 && (
        <p dir="auto">
          <LinkedText text={parts.join(' ')} />
        </p>
      )}
    </>
  );
}

function Waiting({ view: { status, asks }, past }: Shown) {
  const { waitingFor, hold, paused, problem } = status;
  if (waitingFor?.kind === 'decision')
    return (
      <p class="muted">
        Waiting for a person's decision since <When at={waitingFor.since} />.{' '}
        <DueWords waitingFor={waitingFor} />
      </p>
    );
  if (waitingFor?.kind === 'terms' && problem === null) {
    const left = timeLeft(status, { ...past, nowMs: nowMs.value });
    return (
      <p class="muted">
        {paused === null && <NoticesAhead dueAt={waitingFor.dueAt} asks={asks} />}{' '}
        {left !== null && !left.isLate && `The rest takes ${timeLeftText(left)}.`}
      </p>
    );
  }
  if (typeof hold?.until !== 'string') return null;
  return (
    <p class="muted">
      That is <When at={hold.until} ago />. {paused === null && 'Nobody has to do anything.'}
    </p>
  );
}

function NoticesAhead({ dueAt, asks }: { dueAt: string | null; asks: ReleaseDetails['asks'] }) {
  if (dueAt === null || asks === null) return null;
  const notices = reviewNotices(Date.parse(dueAt), {
    deadline: asks.deadlineMs,
    reminders: asks.remindersMs,
  });
  const next = (wanted: ReviewNotice['event']) => {
    const notice = notices.find(({ event, atMs }) => event === wanted && atMs > nowMs.value);
    return notice && <When at={new Date(notice.atMs).toISOString()} />;
  };
  const [reminder, escalation] = [next('review.reminder'), next('review.escalated')];
  return (
    <>
      {reminder && <>The next reminder goes out at {reminder}.</>}{' '}
      {escalation && <>Others are notified at {escalation} that the deadline is near.</>}
    </>
  );
}

function Ways({ view, release, done }: Shown) {
  const { status } = view;
  const { state, stage, waitingFor, choices } = status;
  if (waitingFor === null && unsuccessfulStates.has(state) && may('operate'))
    return (
      <p>
        <a class="button" href={againPath(release)}>
          Start again
        </a>
      </p>
    );
  const isParked = state === 'parked' && !choices.some(({ action }) => action === 'skip');
  return (
    <>
      {waitingFor?.kind === 'terms' && (
        <p>
          <a class="button primary" href={reviewPath(release)}>
            Review the terms
          </a>
        </p>
      )}
      <Choices view={view} release={release} done={done} />
      {isParked && stage !== null && may('operate') && (
        <p class="muted">This stage cannot be skipped: the later stages need it.</p>
      )}
    </>
  );
}

function UnderWay({ view: { status, plan, plannedStages }, past }: Shown) {
  const { stage } = status;
  const left = timeLeft(status, { ...past, nowMs: nowMs.value });
  const next = status.stages.filter(
    (one) => one.state === 'pending' && one.name !== stage && isRequested(one, plannedStages),
  );
  return (
    <p>
      <strong>{stage === null ? 'Beginning' : stageActions[stage]}</strong>
      {stage === 'translate' && plan.strings !== null && ` ${counted(plan.strings, 'string')}`}
      {stage === 'translate' && ` into ${counted(plan.targetLanguages.length, 'language')}`}
      {left !== null && `, ${timeLeftText(left)}`}
      {next.length > 0 && `. Then: ${next.map(({ name }) => stageTitles[name]).join(', ')}`}. Nobody has to do
      anything.
    </p>
  );
}

function Ended({ view: { status }, release }: Shown) {
  const endedAt =
    status.stages
      .map((stage) => stage.endedAt ?? '')
      .sort()
      .at(-1) ?? '';
  const files = status.export?.files ?? [];
  return (
    <>
      <p>
        {outcomeWords(status)}
        {endedAt !== '' && (
          <>
            , <When at={endedAt} />
          </>
        )}
        . Nothing is left to do.
      </p>
      {files.length > 0 ? (
        <a
          class="button primary"
          href={
            files.length === 1 ? api.fileAddress(release, files[0]?.sha256 ?? '') : api.filesAddress(release)
          }
          download=""
        >
          <Icon name="download" /> Download {counted(files.length, 'file')}
        </a>
      ) : (
        <a class="button primary" href={reportPath(release)} target="_blank" rel="noreferrer">
          Read the report
        </a>
      )}
    </>
  );
}
