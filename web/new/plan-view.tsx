import { amount } from '../../src/domain/cost';
import type { PlannedRelease } from '../../src/protocol/draft-api';
import { When } from '../components/when';
import { countText, numberText } from '../count-text';
import { languageName } from '../language-name';
import { durationText } from '../time-text';
import { PlannedStages } from './planned-stages';

/** What a release would do, for whoever decides whether it is started. */
export function PlanView({ plan }: { plan: PlannedRelease }) {
  const { source, languages, changes, review, export: exportTo } = plan;
  return (
    <>
      <dl class="plan-facts">
        <dt>Source</dt>
        <dd>
          <bdi>{source.from}</bdi>: {sourceWords(source)}
        </dd>
        <dt>Languages</dt>
        <dd>
          {languages.target.map(shownLanguage).join(', ')}
          {languages.supplement.length > 0 &&
            `; added later: ${languages.supplement.map(shownLanguage).join(', ')}`}
        </dd>
        <dt>New strings</dt>
        <dd>
          <Changes changes={changes} />
        </dd>
        <Cost plan={plan} />
        {review !== null && (
          <>
            <dt>Term review</dt>
            <dd>
              within {durationText(review.deadlineMs)}
              {review.remindersMs.length > 0 &&
                `, reminders after ${review.remindersMs.map(durationText).join(', ')}`}
              . At the deadline: {review.onDeadline}.
            </dd>
          </>
        )}
        {exportTo !== null && (
          <>
            <dt>Files</dt>
            <dd>
              {exportTo.languages.join(', ')} with the template <bdi>{exportTo.templateName}</bdi>, into{' '}
              <code>{exportTo.directory}</code>
            </dd>
          </>
        )}
        <Announcement announcement={plan.announcement} />
      </dl>
      <PlannedStages plan={plan} />
      <Notes title="Warnings" notes={plan.warnings} />
      <Notes title="Not checked here" notes={plan.unchecked} />
    </>
  );
}

function shownLanguage(code: string): string {
  const name = languageName(code);
  return name === code ? code : `${name} (${code})`;
}

function sourceWords({ files, strings, words }: PlannedRelease['source']): string {
  if (strings === null) return 'read by the service';
  return [
    ...(files === undefined ? [] : [countText(files, 'file')]),
    countText(strings, 'string'),
    ...(words === null ? [] : [countText(words, 'word')]),
  ].join(', ');
}

const SHOWN_KEYS = 5;

function Changes({ changes }: Pick<PlannedRelease, 'changes'>) {
  if (changes === null) return <>No earlier release of the project is on record here.</>;
  const { id, strings } = changes;
  if (strings === null)
    return (
      <>
        Not known since <bdi>{id}</bdi>: the strings of one of the two are not in the store.
      </>
    );
  const kinds = [
    ['new', strings.new],
    ['changed', strings.changed],
    ['gone', strings.gone],
  ] as const;
  const some = kinds.filter(([, { count }]) => count > 0);
  return (
    <>
      {some.length === 0 ? 'None' : ''}
      {some.map(([kind, { count, keys }], index) => (
        <span key={kind} title={keys.slice(0, SHOWN_KEYS).join(', ')}>
          {index > 0 && ', '}
          {numberText(count)} {kind}
        </span>
      ))}{' '}
      <span class="muted">
        since <bdi>{id}</bdi>
        {strings.words !== null && some.length > 0 && `, ${countText(strings.words, 'word')}`}
      </span>
    </>
  );
}

function Cost({ plan: { estimate, budget, overBudget } }: { plan: PlannedRelease }) {
  if (estimate === null) return null;
  const { words, cost, currency } = estimate;
  const caps = [
    ...(budget?.words ? [countText(budget.words, 'word')] : []),
    ...(budget?.cost ? [amount(budget.cost, currency)] : []),
  ];
  return (
    <>
      <dt>At most</dt>
      <dd>
        <strong>{cost === null ? countText(words, 'word') : amount(cost, currency)}</strong>
        {cost === null ? '. No prices are configured.' : `, ${countText(words, 'word')}.`}{' '}
        <span class="muted">What the translation memory has may cost less.</span>
      </dd>
      {caps.length > 0 && (
        <>
          <dt>Budget</dt>
          <dd class={overBudget === null ? '' : 'over'}>{caps.join(', ')}</dd>
        </>
      )}
    </>
  );
}

function Announcement({ announcement }: Pick<PlannedRelease, 'announcement'>) {
  if (announcement === null) return null;
  const { text, accounts, postId, notBefore, quota } = announcement;
  return (
    <>
      <dt>Announcement</dt>
      <dd>
        {text !== null && (
          <p class="announced-text" dir="auto">
            {text}
          </p>
        )}
        {postId !== null && (
          <p>
            The prepared post <code>{postId}</code>.
          </p>
        )}
        {notBefore !== null && (
          <p>
            Not before <When at={notBefore} />.
          </p>
        )}
        <ul>
          {accounts.map(({ id, platform, handle, status, length, most }) => (
            <li key={id}>
              <bdi>{handle}</bdi> on {platform}
              {status !== 'active' && <span class="over"> ({status})</span>}
              {length !== null && most !== null && (
                <span class={length > most ? 'over' : 'muted'}>
                  , {numberText(length)} of {countText(most, 'character')}
                </span>
              )}
            </li>
          ))}
        </ul>
        {quota !== null && (
          <p class="muted">
            {numberText(quota.left)} of {numberText(quota.limit)} scheduled posts left this month.
          </p>
        )}
      </dd>
    </>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section class="plan-notes">
      <h3>{title}</h3>
      <ul>
        {notes.map((note) => (
          <li key={note} dir="auto">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
