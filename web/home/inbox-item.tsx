import { useSignal } from '@preact/signals';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import { describeProblem } from '../../src/domain/problems/problem-catalogue';
import type { InboxItem as Item } from '../../src/protocol/console-api';
import { Icon } from '../components/icon';
import { Branch, ReleaseTitle } from '../components/release-name';
import { nowMs, When } from '../components/when';
import { timeLeftText } from '../format';
import { ChoiceDialog } from '../release/choices';
import { pageForm } from '../release/stage-words';
import { savedPlace } from '../review/saving/saved-review';
import { ReviewProgress } from '../review/people';
import { may, me } from '../session';

const kinds = { terms: 'Term review', decision: 'Decision' };

const atDeadline = { reject: 'rejected', confirm: 'confirmed', end: 'closed' };

export function InboxItem({ item, isOverdue, done }: { item: Item; isOverdue: boolean; done: () => void }) {
  const place = savedPlace(item, item.taskId);
  const what = item.problem === null ? item.what : describeProblem(item.problem, pageForm).what;
  return (
    <li class={isOverdue ? 'overdue' : ''}>
      <span class={`inbox-kind ${item.kind}`}>
        <Icon name={item.kind === 'terms' ? 'hand' : 'stop'} />
        {kinds[item.kind]}
      </span>
      <div class="inbox-what">
        <a class="inbox-name" href={releasePath(item)}>
          <ReleaseTitle project={item.project} name={item.name} />
        </a>
        <span class="inbox-facts">
          <Branch name={item.branch} />
          {item.state === 'paused' && <span>paused</span>}
          {item.starter !== null && (
            <span>
              started by <bdi>{item.starter}</bdi>
            </span>
          )}
          {item.kind === 'decision' && item.languages.length > 0 && <bdi>{item.languages.join(', ')}</bdi>}
        </span>
        <span class="inbox-text" dir="auto" title={what}>
          {what}
        </span>
        {place !== null && item.kind === 'terms' && (
          <ReviewProgress
            done={Math.min(place.done, item.terms ?? place.total)}
            total={item.terms ?? place.total}
          />
        )}
      </div>
      <div class="inbox-times">
        <Due item={item} />
        <span>
          {item.dueAt === null ? (
            <>
              waiting since <When at={item.since} />
            </>
          ) : (
            <>
              at <When at={item.dueAt} />, waiting since <When at={item.since} />
            </>
          )}
        </span>
      </div>
      <div class="inbox-act">
        {item.kind === 'terms' ? (
          <Review item={item} isBegun={place !== null} />
        ) : (
          <Decide item={item} done={done} />
        )}
      </div>
    </li>
  );
}

function Review({ item, isBegun }: { item: Item; isBegun: boolean }) {
  if (!may('review')) return <ViewOnlyLink href={reviewPath(item)} label="See the terms" />;
  const isOwn = item.startedBy !== null && item.startedBy === me.value;
  return (
    <>
      <a class={`button ${isOwn ? '' : 'primary'}`} href={reviewPath(item)}>
        {isBegun ? 'Continue the review' : 'Review the terms'}
      </a>
      {isOwn && <span class="muted">You started it. Somebody else must confirm.</span>}
    </>
  );
}

function Decide({ item, done }: { item: Item; done: () => void }) {
  const asking = useSignal(false);
  if (!may('operate')) return <ViewOnlyLink href={releasePath(item)} label="See the problem" />;
  const retry = item.choices.find(({ action }) => action === 'retry');
  return (
    <>
      {retry !== undefined && (
        <button type="button" class="primary" onClick={() => (asking.value = true)}>
          {retry.label}
        </button>
      )}
      {retry !== undefined && asking.value && (
        <ChoiceDialog
          choice={retry}
          release={item}
          since={item.since}
          done={done}
          onLeave={() => (asking.value = false)}
        />
      )}
      <a class={`button ${retry === undefined ? 'primary' : ''}`} href={releasePath(item)}>
        Decide
      </a>
    </>
  );
}

function ViewOnlyLink({ href, label }: { href: string; label: string }) {
  return (
    <>
      <a class="button" href={href}>
        {label}
      </a>
      <span class="muted">Your role can see it, but not decide on it.</span>
    </>
  );
}

function Due({ item: { dueAt, onDue } }: { item: Item }) {
  if (dueAt === null) return <span class="due">no deadline</span>;
  const leftMs = Date.parse(dueAt) - nowMs.value;
  const time = <time dateTime={dueAt}>{timeLeftText(Math.abs(leftMs))}</time>;
  const then = leftMs < 0 ? ', will be ' : ', then ';
  return (
    <strong class="due">
      {leftMs < 0 ? 'overdue by ' : 'due in '}
      {time}
      {onDue !== null && `${then}${atDeadline[onDue]}`}
    </strong>
  );
}
