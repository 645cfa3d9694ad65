import { amount } from '../../src/domain/cost';
import type { PlannedRelease } from '../../src/protocol/draft-api';
import { When } from '../components/when';
import { Listed } from '../components/listed';
import { numberText } from '../count-text';
import { languageName } from '../language-name';
import { words } from '../messages/words';
import { PlannedStages } from './planned-stages';

/** What a release would do, for whoever decides whether it is started. */
export function PlanView({ plan }: { plan: PlannedRelease }) {
  const { source, languages, changes, review, export: exportTo } = plan;
  return (
    <>
      <dl class="plan-facts">
        <dt>{words.begin.source}</dt>
        <dd>
          <bdi>{source.from}</bdi>: {sourceWords(source)}
        </dd>
        <dt>{words.begin.languages}</dt>
        <dd>
          {languages.supplement.length === 0
            ? listed(languages.target.map(shownLanguage))
            : words.begin.addedLater(
                listed(languages.target.map(shownLanguage)),
                listed(languages.supplement.map(shownLanguage)),
              )}
        </dd>
        <dt>{words.begin.newStrings}</dt>
        <dd>
          <Changes changes={changes} />
        </dd>
        <Cost plan={plan} />
        {review !== null && (
          <>
            <dt>{words.begin.review}</dt>
            <dd>
              {words.begin.reviewWithin(
                words.times.duration(review.deadlineMs),
                listed(review.remindersMs.map(words.times.duration)),
                review.onDeadline,
              )}
            </dd>
          </>
        )}
        {exportTo !== null && (
          <>
            <dt>{words.begin.files}</dt>
            <dd>
              {words.begin.exported(
                <Listed names={exportTo.languages} />,
                <bdi>{exportTo.templateName}</bdi>,
                <code>{exportTo.directory}</code>,
              )}
            </dd>
            {exportTo.minimums.length > 0 && <dt>{words.begin.minimums}</dt>}
            {exportTo.minimums.map(({ language, percent, waiver }) => (
              <dd key={language}>
                {words.begin.minimum(shownLanguage(language), numberText(percent))}
                {waiver !== null && (
                  <span class="muted">
                    {words.common.comma}
                    {words.begin.waived(numberText(waiver.percent), <bdi>{waiver.by}</bdi>, waiver.until)}
                  </span>
                )}
              </dd>
            ))}
          </>
        )}
        <Announcement announcement={plan.announcement} />
      </dl>
      <PlannedStages plan={plan} />
      <Notes title={words.begin.notes} notes={plan.notes} />
      <Notes title={words.begin.warnings} notes={plan.warnings} />
      <Notes title={words.begin.unchecked} notes={plan.unchecked} />
    </>
  );
}

const listed = (texts: readonly string[]): string => texts.join(words.common.comma);

function shownLanguage(code: string): string {
  const name = languageName(code);
  return name === code ? code : words.begin.language(name, code);
}

function sourceWords({ files, strings, words: count }: PlannedRelease['source']): string {
  if (strings === null) return words.begin.readByService;
  return listed([
    ...(files === undefined ? [] : [words.counts.files(files)]),
    words.counts.strings(strings),
    ...(count === null ? [] : [words.counts.words(count)]),
  ]);
}

const SHOWN_KEYS = 5;

function Changes({ changes }: Pick<PlannedRelease, 'changes'>) {
  if (changes === null) return <>{words.begin.noEarlier}</>;
  const { id, strings } = changes;
  if (strings === null) return words.begin.changesUnknown(<bdi>{id}</bdi>);
  const some = (['new', 'changed', 'gone'] as const).filter((kind) => strings[kind].count > 0);
  return (
    <>
      {some.length === 0 && words.begin.noChanges}
      {some.map((kind, index) => (
        <span key={kind} title={strings[kind].keys.slice(0, SHOWN_KEYS).join(', ')}>
          {index > 0 && words.common.comma}
          {words.begin.changes[kind](numberText(strings[kind].count))}
        </span>
      ))}{' '}
      <span class="muted">
        {strings.words === null || some.length === 0
          ? words.begin.since(<bdi>{id}</bdi>)
          : words.begin.sinceWords(<bdi>{id}</bdi>, strings.words)}
      </span>
    </>
  );
}

function Cost({ plan: { estimate, budget, overBudget } }: { plan: PlannedRelease }) {
  if (estimate === null) return null;
  const { words: count, cost, currency } = estimate;
  const caps = [
    ...(budget?.words ? [words.counts.words(budget.words)] : []),
    ...(budget?.cost ? [amount(budget.cost, currency)] : []),
  ];
  return (
    <>
      <dt>{words.begin.atMost}</dt>
      <dd>
        {cost === null ? words.begin.noPrices(count) : words.begin.cost(amount(cost, currency), count)}{' '}
        <span class="muted">{words.begin.mayCostLess}</span>
      </dd>
      {caps.length > 0 && (
        <>
          <dt>{words.begin.budget}</dt>
          <dd class={overBudget === null ? '' : 'over'}>
            <Listed names={caps} />
          </dd>
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
      <dt>{words.begin.announcement}</dt>
      <dd>
        {text !== null && (
          <p class="announced-text" dir="auto">
            {text}
          </p>
        )}
        {postId !== null && <p>{words.begin.preparedPost(<code>{postId}</code>)}</p>}
        {notBefore !== null && <p>{words.begin.notBefore(<When at={notBefore} />)}</p>}
        <ul>
          {accounts.map(({ id, platform, handle, status, length, most }) => (
            <li key={id}>
              {words.begin.account(<bdi>{handle}</bdi>, <bdi>{platform}</bdi>)}
              {status !== 'active' && <bdi class="over"> ({status})</bdi>}
              {length !== null && most !== null && (
                <span class={length > most ? 'over' : 'muted'}>
                  {words.common.comma}
                  {words.begin.length(numberText(length), most)}
                </span>
              )}
            </li>
          ))}
        </ul>
        {quota !== null && (
          <p class="muted">{words.begin.quota(numberText(quota.left), numberText(quota.limit))}</p>
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
          <li key={note} dir="auto" lang="en">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
