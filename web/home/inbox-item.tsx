import type { InboxItem as Item } from '../../src/protocol/console-api';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import { nowMs } from '../clock';
import { Icon } from '../components/icon';
import { ReviewProgress } from '../components/review-progress';
import { When } from '../components/when';
import { Resolution } from '../release/resolution';
import { keptPlace } from '../review/kept-review';
import { me, may } from '../session';
import { timeLeftText } from '../time-text';

/** One thing that waits: what, until when, and the way to do it. */
export function InboxItem({ item, isOverdue, done }: { item: Item; isOverdue: boolean; done: () => void }) {
  const place = keptPlace(item, item.taskId);
  return (
    <li class={isOverdue ? 'overdue' : ''}>
      <span class={`inbox-kind ${item.kind}`}>
        <Icon name={item.kind === 'terms' ? 'hand' : 'stop'} />
        {item.kind === 'terms' ? 'Term review' : 'Decision'}
      </span>
      <div class="inbox-what">
        <a class="inbox-name" href={releasePath(item)}>
          <bdi class="project">{item.project}</bdi> <bdi class="name">{item.name}</bdi>
        </a>
        <span class="inbox-text" dir="auto" title={item.what}>
          {item.what}
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
          {item.dueAt !== null && (
            <>
              at <When at={item.dueAt} />,{' '}
            </>
          )}
          waiting since <When at={item.since} />
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
  if (!may('review')) return <Look href={reviewPath(item)} words="See the terms" />;
  const isOwn = item.startedBy !== null && item.startedBy === me.value;
  return (
    <>
      <a class={`button ${isOwn ? '' : 'primary'}`} href={reviewPath(item)}>
        {isBegun ? 'Continue the review' : 'Review terms'}
      </a>
      {isOwn && <span class="muted">You started it: somebody else confirms.</span>}
    </>
  );
}

function Decide({ item, done }: { item: Item; done: () => void }) {
  if (!may('operate')) return <Look href={releasePath(item)} words="See the problem" />;
  const canRetry = item.actions.includes('retry');
  return (
    <>
      {canRetry && (
        <Resolution action="retry" isPartial={item.state === 'partial'} release={item} done={done} />
      )}
      <a class={`button ${canRetry ? '' : 'primary'}`} href={releasePath(item)}>
        Decide
      </a>
    </>
  );
}

function Look({ href, words }: { href: string; words: string }) {
  return (
    <>
      <a class="button" href={href}>
        {words}
      </a>
      <span class="muted">Your role can see it, but not decide it.</span>
    </>
  );
}

const outcomes = { reject: 'rejected', confirm: 'confirmed', end: 'closed' } as const;

function Due({ item: { dueAt, onDue } }: { item: Item }) {
  if (dueAt === null) return <span class="due">no deadline</span>;
  const leftMs = Date.parse(dueAt) - nowMs.value;
  const isOver = leftMs < 0;
  const time = <time dateTime={dueAt}>{timeLeftText(Math.abs(leftMs))}</time>;
  return (
    <strong class="due">
      {isOver ? 'overdue by ' : 'due in '}
      {time}
      {onDue !== null && `, ${isOver ? 'will be' : 'then'} ${outcomes[onDue]}`}
    </strong>
  );
}
