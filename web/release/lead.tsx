import type { ComponentChildren } from 'preact';
import { reportPath, reviewPath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release-states';
import { timeLeft } from '../../src/domain/time-left';
import { timeLeftText } from '../../src/domain/time-left-text';
import type { ReleaseView } from '../../src/domain/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { nowMs } from '../clock';
import { DueWords } from '../components/due-words';
import { Icon } from '../components/icon';
import { When } from '../components/when';
import { countText } from '../count-text';
import { outcomeWords } from './outcome-words';
import type { Past } from './stage-scale';
import { isAskedFor, stageDeeds, stageTitles } from './stage-words';

interface Shown {
  view: ReleaseDetails;
  release: ReleaseName;
  past: Past;
}

/** How the release stands, in a sentence: what, until when, what then; and what there is to do about it. */
export function Lead(shown: Shown) {
  const { status } = shown.view;
  const { waitingFor, hold, problem, state } = status;
  if (hold !== null) return <Held hold={hold} />;
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

function InReview({ view: { status }, release, past }: Shown) {
  const { waitingFor, terms } = status;
  if (waitingFor === null) return null;
  const left = timeLeft(status, { ...past, nowMs: nowMs.value });
  return (
    <Panel kind="waiting" label="Waiting for a person">
      <p>
        Waiting for a review of{' '}
        <strong>{terms === null ? 'the terms' : countText(terms.total, 'term')}</strong> since{' '}
        <When at={waitingFor.since} />. <DueWords waitingFor={waitingFor} />
        {left !== null && !left.isLate && ` The rest takes ${timeLeftText(left)}.`}
      </p>
      <a class="button primary" href={reviewPath(release)}>
        Review the terms
      </a>
    </Panel>
  );
}

const reasons: Readonly<Record<NonNullable<ReleaseView['hold']>['why'], string>> = {
  announcement_time: 'Everything else is done. The announcement waits for its time',
  quiet_hours: 'Everything else is done. The announcement waits for the end of quiet hours',
  daily_cap: 'The service takes no more posts today. The announcement goes on',
  publish_turn: 'Another release of this project is publishing. This one publishes as soon as that has ended',
};

function Held({ hold: { why, until, of = null } }: { hold: NonNullable<ReleaseView['hold']> }) {
  return (
    <Panel kind="waiting" label="Held back">
      <p>
        {reasons[why]}
        {of !== null && (
          <>
            {' '}
            (<bdi>{of}</bdi>)
          </>
        )}
        {until !== null && (
          <>
            : <When at={until} /> (<When at={until} ago />)
          </>
        )}
        .{until !== null && ' Nobody has to do anything.'}
      </p>
    </Panel>
  );
}

function UnderWay({ view: { status, plan, plannedStages }, past }: Shown) {
  const { stage, paused } = status;
  const left = timeLeft(status, { ...past, nowMs: nowMs.value });
  const next = status.stages.filter(
    (one) => one.state === 'pending' && one.name !== stage && isAskedFor(one, plannedStages),
  );
  return (
    <Panel kind="running" label="Under way">
      <p>
        <strong>{stage === null ? 'Beginning' : stageDeeds[stage]}</strong>
        {stage === 'translate' && plan.strings !== null && ` ${countText(plan.strings, 'string')}`}
        {stage === 'translate' && ` into ${countText(plan.targetLanguages.length, 'language')}`}
        {left !== null && `, ${timeLeftText(left)}`}
        {next.length > 0 && `. Then: ${next.map(({ name }) => stageTitles[name]).join(', ')}`}.{' '}
        {paused === null ? (
          'Nobody has to do anything.'
        ) : (
          <>
            It stops before the next stage: <bdi>{paused.by}</bdi> has paused it.
          </>
        )}
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
          <Icon name="download" /> Download {countText(files.length, 'file')}
        </a>
      ) : (
        <a class="button primary" href={reportPath(release)} target="_blank" rel="noreferrer">
          Read the report
        </a>
      )}
    </Panel>
  );
}
