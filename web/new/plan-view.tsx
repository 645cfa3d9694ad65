import { amount } from '../../src/domain/cost';
import { durationText } from '../../src/domain/text/duration';
import { type StageName, stageTitles } from '../../src/domain/release/stages';
import type { ReleasePlan } from '../../src/protocol/draft-api';
import { TableHead } from '../components/table';
import { Fact, Listed, TextList } from '../components/text';
import { When } from '../components/when';
import { counted, languageName, numberText, withoutFlags } from '../format';
import { inLocalTime } from '../release/stage-words';

export function PlanView({ plan }: { plan: ReleasePlan }) {
  const { source, languages, changes, review, export: exportTo } = plan;
  return (
    <>
      <dl class="facts plan-facts">
        <Fact name="Source">
          <bdi>{source.from}</bdi>: {sourceWords(source)}
        </Fact>
        <Fact name="Languages">
          {listed(languages.target.map(shownLanguage))}
          {languages.supplement.length > 0 &&
            `; added later: ${listed(languages.supplement.map(shownLanguage))}`}
        </Fact>
        <Fact name="New strings">
          <Changes changes={changes} />
        </Fact>
        <Cost plan={plan} />
        {review !== null && (
          <Fact name="Term review">
            within {durationText(review.deadlineMs)}
            {review.remindersMs.length > 0 &&
              `, reminders after ${listed(review.remindersMs.map(durationText))}`}
            . At the deadline: {review.onDeadline}.
          </Fact>
        )}
        {exportTo !== null && (
          <>
            <Fact name="Files">
              <Listed names={exportTo.languages} /> with the template <bdi>{exportTo.templateName}</bdi>, into{' '}
              <code>{exportTo.directory}</code>
            </Fact>
            {exportTo.minimums.length > 0 && <dt>Minimums</dt>}
            {exportTo.minimums.map(({ language, percent, waiver }) => (
              <dd key={language}>
                {shownLanguage(language)}: {numberText(percent)} % of the strings
                {waiver !== null && (
                  <span class="muted">
                    {', '}
                    {numberText(waiver.percent)} % until {waiver.until}, waived by <bdi>{waiver.by}</bdi>
                  </span>
                )}
              </dd>
            ))}
          </>
        )}
        <Announcement announcement={plan.announcement} />
      </dl>
      <PlannedStages plan={plan} />
      <Notes title="Good to know" notes={plan.notes} />
      <Notes title="Warnings" notes={plan.warnings} />
      <Notes title="Not checked here" notes={plan.unchecked} />
    </>
  );
}

const listed = (texts: readonly string[]): string => texts.join(', ');

function shownLanguage(code: string): string {
  const name = languageName(code);
  return name === code ? code : `${name} (${code})`;
}

function sourceWords({ files, strings, words: count }: ReleasePlan['source']): string {
  if (strings === null) return 'read by the service';
  return listed([
    ...(files === undefined ? [] : [counted(files, 'file')]),
    counted(strings, 'string'),
    ...(count === null ? [] : [counted(count, 'word')]),
  ]);
}

const SHOWN_KEYS = 5;

function Changes({ changes }: Pick<ReleasePlan, 'changes'>) {
  if (changes === null) return <>No other release of the project is on record here.</>;
  const { id, strings } = changes;
  if (strings === null)
    return (
      <>
        Not known since <bdi>{id}</bdi>: the strings of one of the two are not in the store.
      </>
    );
  const some = (['new', 'changed', 'gone'] as const).filter((kind) => strings[kind].count > 0);
  return (
    <>
      {some.length === 0 && 'None'}
      {some.map((kind, index) => (
        <span key={kind} title={strings[kind].keys.slice(0, SHOWN_KEYS).join(', ')}>
          {index > 0 && ', '}
          {numberText(strings[kind].count)} {kind}
        </span>
      ))}{' '}
      <span class="muted">
        since <bdi>{id}</bdi>
        {strings.words !== null && some.length > 0 && `, ${counted(strings.words, 'word')}`}
      </span>
    </>
  );
}

function Cost({ plan: { estimate, budget, overBudget } }: { plan: ReleasePlan }) {
  if (estimate === null) return null;
  const { cost, currency } = estimate;
  const words = counted(estimate.words, 'word');
  const caps = [
    ...(budget?.words ? [counted(budget.words, 'word')] : []),
    ...(budget?.cost ? [amount(budget.cost, currency)] : []),
  ];
  return (
    <>
      <Fact name="At most">
        <strong>{cost === null ? words : amount(cost, currency)}</strong>
        {cost === null ? '. No prices are configured.' : `, ${words}.`}{' '}
        <span class="muted">Texts that the translation memory has may cost less.</span>
      </Fact>
      {caps.length > 0 && (
        <Fact name="Budget" class={overBudget === null ? '' : 'over'}>
          <Listed names={caps} />
        </Fact>
      )}
    </>
  );
}

function Announcement({ announcement }: Pick<ReleasePlan, 'announcement'>) {
  if (announcement === null) return null;
  const { text, accounts, postId, notBefore, quota } = announcement;
  return (
    <Fact name="Announcement">
      {text !== null && (
        <p class="announced-text edge" dir="auto">
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
            <bdi>{handle}</bdi> on <bdi>{platform}</bdi>
            {status !== 'active' && <bdi class="over"> ({status})</bdi>}
            {length !== null && most !== null && (
              <span class={length > most ? 'over' : 'muted'}>
                {', '}
                {numberText(length)} of {counted(most, 'character')}
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
    </Fact>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section class="edge wash">
      <h3>{title}</h3>
      <TextList texts={notes.map((note) => inLocalTime(withoutFlags(note)))} />
    </section>
  );
}

const waits: Readonly<Partial<Record<StageName, string>>> = {
  scan: 'the term scan',
  confirm: 'an operator',
  translate: 'the translation',
  supplement: 'their translation',
  publish: 'the publish job',
  announce: 'the post on each account',
};

function PlannedStages({ plan: { stages, calls } }: { plan: ReleasePlan }) {
  return (
    <table class="plan-stages">
      <caption>Stages: {range(calls)} in all, if no call fails and nobody edits terms</caption>
      <TableHead titles={['Stage', 'Calls', 'Waits for']} />
      <tbody>
        {stages.map(({ name, wanted, calls: made, callCount, wait }) => (
          <tr key={name} class={wanted ? '' : 'muted'}>
            <th scope="row">{stageTitles[name]}</th>
            <td title={made.join(', ')}>{wanted ? range(callCount) : 'skipped'}</td>
            <td>{wait !== null && `${waits[name] ?? wait.what}, at most ${durationText(wait.atMostMs)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function range({ atLeast, atMost }: ReleasePlan['calls']): string {
  return atLeast === atMost
    ? counted(atLeast, 'call')
    : `${numberText(atLeast)} to ${counted(atMost, 'call')}`;
}
