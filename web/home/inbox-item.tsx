import type { InboxItem as Item } from '../../src/protocol/console-api';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import { tell } from '../../src/domain/problems/table';
import { nowMs } from '../clock';
import { Icon } from '../components/icon';
import { ReviewProgress } from '../components/review-progress';
import { ReleaseTitle } from '../components/release-title';
import { When } from '../components/when';
import { words } from '../messages/words';
import { pageForm } from '../release/page-form';
import { Resolution, resolutionsOf } from '../release/resolution';
import { keptPlace } from '../review/kept-review';
import { me, may } from '../session';
import { timeLeftText } from '../time-text';

/** One thing that waits: what, until when, and the way to do it. */
export function InboxItem({ item, isOverdue, done }: { item: Item; isOverdue: boolean; done: () => void }) {
  const place = keptPlace(item, item.taskId);
  const what = item.problem === null ? item.what : tell(item.problem, pageForm).what;
  return (
    <li class={isOverdue ? 'overdue' : ''}>
      <span class={`inbox-kind ${item.kind}`}>
        <Icon name={item.kind === 'terms' ? 'hand' : 'stop'} />
        {words.inbox.kinds[item.kind]}
      </span>
      <div class="inbox-what">
        <a class="inbox-name" href={releasePath(item)}>
          <ReleaseTitle project={item.project} name={item.name} />
        </a>
        <span class="inbox-text" dir="auto" lang="en" title={what}>
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
          {item.dueAt === null
            ? words.inbox.waitingSince(<When at={item.since} />)
            : words.inbox.dueAndSince(<When at={item.dueAt} />, <When at={item.since} />)}
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
  if (!may('review')) return <Look href={reviewPath(item)} label={words.inbox.seeTerms} />;
  const isOwn = item.startedBy !== null && item.startedBy === me.value;
  return (
    <>
      <a class={`button ${isOwn ? '' : 'primary'}`} href={reviewPath(item)}>
        {isBegun ? words.inbox.continueReview : words.inbox.reviewTerms}
      </a>
      {isOwn && <span class="muted">{words.inbox.startedByYou}</span>}
    </>
  );
}

function Decide({ item, done }: { item: Item; done: () => void }) {
  if (!may('operate')) return <Look href={releasePath(item)} label={words.inbox.seeProblem} />;
  const retry = resolutionsOf(item.choices).find(({ action }) => action === 'retry');
  return (
    <>
      {retry !== undefined && <Resolution choice={retry} release={item} done={done} />}
      <a class={`button ${retry === undefined ? 'primary' : ''}`} href={releasePath(item)}>
        {words.inbox.decide}
      </a>
    </>
  );
}

function Look({ href, label }: { href: string; label: string }) {
  return (
    <>
      <a class="button" href={href}>
        {label}
      </a>
      <span class="muted">{words.inbox.cannotDecide}</span>
    </>
  );
}

function Due({ item: { dueAt, onDue } }: { item: Item }) {
  if (dueAt === null) return <span class="due">{words.inbox.noDeadline}</span>;
  const leftMs = Date.parse(dueAt) - nowMs.value;
  const said = leftMs < 0 ? words.inbox.overdueBy : words.inbox.dueIn;
  const time = <time dateTime={dueAt}>{timeLeftText(Math.abs(leftMs))}</time>;
  return <strong class="due">{said[onDue ?? 'nothing'](time)}</strong>;
}
