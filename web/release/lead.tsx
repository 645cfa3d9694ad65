import type { ComponentChildren } from 'preact';
import { reportPath, reviewPath } from '../../src/domain/console-paths';
import { callsAhead } from '../../src/domain/escalation';
import type { Facts } from '../../src/domain/problems/problem';
import { tell } from '../../src/domain/problems/table';
import { endedStates } from '../../src/domain/release-states';
import { timeLeft } from '../../src/domain/time-left';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { nowMs } from '../clock';
import { DueWords } from '../components/due-words';
import { Icon } from '../components/icon';
import { When } from '../components/when';
import { words } from '../messages/words';
import { outcomeWords } from './outcome-words';
import { pageForm } from './page-form';
import type { Past } from './stage-scale';
import { isAskedFor } from './stage-words';

interface Shown {
  view: ReleaseDetails;
  release: ReleaseName;
  past: Past;
}

/** How the release stands, in a sentence: what, until when, what then; and what there is to do about it. */
export function Lead(shown: Shown) {
  const { paused } = shown.view.status;
  return (
    <>
      {paused !== null && (
        <Panel kind="waiting" label={words.release.paused}>
          <Reason code="paused" facts={paused} />
        </Panel>
      )}
      <Standing {...shown} />
    </>
  );
}

function Standing(shown: Shown) {
  const { status } = shown.view;
  const { waitingFor, hold, problem, state } = status;
  if (hold !== null) return <Held status={status} />;
  if (waitingFor?.kind === 'terms') return <InReview {...shown} />;
  // What stopped it says all this itself, with the ways on that there are.
  if (problem !== null) return null;
  return endedStates.has(state) ? <Ended {...shown} /> : <UnderWay {...shown} />;
}

function Panel({ kind, label, children }: { kind: string; label: string; children: ComponentChildren }) {
  return (
    <section class={`panel lead ${kind}`} aria-label={label}>
      {children}
    </section>
  );
}

function InReview({ view: { status, asks }, release, past }: Shown) {
  const { waitingFor, terms } = status;
  if (waitingFor === null) return null;
  const left = timeLeft(status, { ...past, nowMs: nowMs.value });
  return (
    <Panel kind="waiting" label={words.release.waiting}>
      <p>
        {words.release.waitingForReview(terms?.total ?? null, <When at={waitingFor.since} />)}{' '}
        <DueWords waitingFor={waitingFor} /> <CallsAhead dueAt={waitingFor.dueAt} asks={asks} />{' '}
        {left !== null && !left.isLate && words.release.restTakes(words.times.left(left))}
      </p>
      <a class="button primary" href={reviewPath(release)}>
        {words.release.reviewTerms}
      </a>
    </Panel>
  );
}

/** When people will be told of it next, and when others will be. */
function CallsAhead({ dueAt, asks }: { dueAt: string | null; asks: ReleaseDetails['asks'] }) {
  if (dueAt === null || asks === null) return null;
  const ahead = callsAhead({ ...asks, dueAtMs: Date.parse(dueAt) }, nowMs.value);
  const next = (wanted: 'reminder' | 'escalation') => {
    const call = ahead.find(({ kind }) => kind === wanted);
    return call && <When at={new Date(call.atMs).toISOString()} />;
  };
  const [reminder, escalation] = [next('reminder'), next('escalation')];
  return (
    <>
      {reminder && words.release.reminded(reminder)} {escalation && words.release.escalated(escalation)}
    </>
  );
}

/** In the words of the table of problems. */
function Reason(reason: { code: string; facts: Facts }) {
  return (
    <p dir="auto" lang="en">
      {tell(reason, pageForm).what}
    </p>
  );
}

function Held({ status: { hold, facts } }: { status: ReleaseDetails['status'] }) {
  if (hold === null) return null;
  return (
    <Panel kind="waiting" label={words.release.heldBack}>
      <Reason code={`hold_${hold.why}`} facts={facts} />
      {hold.until !== null && (
        <p>
          <When at={hold.until} ago />. {words.release.nobodyHasTo}
        </p>
      )}
    </Panel>
  );
}

function UnderWay({ view: { status, plan, plannedStages }, past }: Shown) {
  const { stage } = status;
  const left = timeLeft(status, { ...past, nowMs: nowMs.value });
  const next = status.stages.filter(
    (one) => one.state === 'pending' && one.name !== stage && isAskedFor(one, plannedStages),
  );
  return (
    <Panel kind="running" label={words.release.underWay}>
      <p>
        {words.release.does(
          stage,
          { strings: plan.strings, languages: plan.targetLanguages.length },
          left === null ? null : words.times.left(left),
          next.map(({ name }) => name),
        )}{' '}
        {status.paused === null && words.release.nobodyHasTo}
      </p>
    </Panel>
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
    <Panel kind={`ended ${status.state}`} label={words.release.ended}>
      <p>{words.release.endedSo(outcomeWords(status), endedAt === '' ? null : <When at={endedAt} />)}</p>
      {files.length > 0 ? (
        <a
          class="button primary"
          href={
            files.length === 1 ? api.fileAddress(release, files[0]?.sha256 ?? '') : api.filesAddress(release)
          }
          download=""
        >
          <Icon name="download" /> {words.release.download(files.length)}
        </a>
      ) : (
        <a class="button primary" href={reportPath(release)} target="_blank" rel="noreferrer">
          {words.release.readReport}
        </a>
      )}
    </Panel>
  );
}
