import type { ComponentChildren } from 'preact';
import { reportPath, reviewPath } from '../../src/domain/console-paths';
import { callsAhead } from '../../src/domain/escalation';
import type { Facts } from '../../src/domain/problems/problem';
import { tell } from '../../src/domain/problems/table';
import { endedStates } from '../../src/domain/release-states';
import type { StageName } from '../../src/domain/stages';
import { timeLeft } from '../../src/domain/time-left';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { nowMs } from '../clock';
import { DueWords } from '../components/due-words';
import { Icon } from '../components/icon';
import { When } from '../components/when';
import { counted } from '../count-text';
import { timeLeftText } from '../../src/domain/time-left-text';
import { stageTitles } from '../stage-titles';
import { outcomeWords } from './outcome-words';
import { pageForm } from './page-form';
import type { Past } from './stage-scale';
import { isAskedFor } from './stage-words';

const deeds: Readonly<Record<StageName, string>> = {
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
}

/** How the release stands, in a sentence: what, until when, what then; and what there is to do about it. */
export function Lead(shown: Shown) {
  const { paused } = shown.view.status;
  return (
    <>
      {paused !== null && (
        <Panel kind="waiting" label="Paused">
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
    <Panel kind="waiting" label="Waiting for a person">
      <p>
        Waiting for a review of <strong>{terms === null ? 'the terms' : counted(terms.total, 'term')}</strong>{' '}
        since <When at={waitingFor.since} />. <DueWords waitingFor={waitingFor} />{' '}
        <CallsAhead dueAt={waitingFor.dueAt} asks={asks} />{' '}
        {left !== null && !left.isLate && `The rest takes ${timeLeftText(left)}.`}
      </p>
      <a class="button primary" href={reviewPath(release)}>
        Review the terms
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
      {reminder && <>The next reminder goes out at {reminder}.</>}{' '}
      {escalation && <>Others are notified at {escalation} that the deadline is near.</>}
    </>
  );
}

/** In the words of the table of problems. */
function Reason(reason: { code: string; facts: Facts }) {
  return <p dir="auto">{tell(reason, pageForm).what}</p>;
}

function Held({ status: { hold, facts } }: { status: ReleaseDetails['status'] }) {
  if (hold === null) return null;
  return (
    <Panel kind="waiting" label="Held back">
      <Reason code={`hold_${hold.why}`} facts={facts} />
      {hold.until !== null && (
        <p>
          <When at={hold.until} ago />. Nobody has to do anything.
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
    <Panel kind="running" label="Under way">
      <p>
        <strong>{stage === null ? 'Beginning' : deeds[stage]}</strong>
        {stage === 'translate' && plan.strings !== null && ` ${counted(plan.strings, 'string')}`}
        {stage === 'translate' && ` into ${counted(plan.targetLanguages.length, 'language')}`}
        {left !== null && `, ${timeLeftText(left)}`}
        {next.length > 0 && `. Then: ${next.map(({ name }) => stageTitles[name]).join(', ')}`}.{' '}
        {status.paused === null && 'Nobody has to do anything.'}
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
    <Panel kind={`ended ${status.state}`} label="Ended">
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
    </Panel>
  );
}
