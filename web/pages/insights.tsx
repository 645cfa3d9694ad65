import { useSignal } from '@preact/signals';
import { stageTitles } from '../../src/domain/release/stages';
import { durationText } from '../../src/domain/text/duration';
import type { InsightsResponse } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api } from '../api';
import { SelectField } from '../components/form';
import { usePage } from '../components/page';
import { Loaded, useResource } from '../components/resource';
import { counted, languageName, numberText } from '../format';
import { Bars, WeekColumns } from '../insights/charts';

const spans = ['4', '12', '26', '52'];
const USUAL_WEEKS = '12';

/** Statistics from the records of ended releases. */
export function InsightsPage() {
  const main = usePage('Insights');
  const requested = fromAddress('weeks');
  const weeks = useSignal(spans.includes(requested) ? requested : USUAL_WEEKS);
  const project = useSignal(fromAddress('project'));
  const filter = { project: project.value, weeks: Number(weeks.value) };
  const insights = useResource(JSON.stringify(filter), () => api.insights(filter));
  // Stored, so that the choice of projects stays while others are read.
  const projects = useSignal<readonly string[]>([]);
  const shown = insights.value.value;
  if (shown !== null) projects.value = shown.projects;
  const names = [...new Set([...projects.value, ...(project.value === '' ? [] : [project.value])])];
  return (
    <main id="main" {...main} class="stack loose">
      <h1>Insights</h1>
      <form class="release-search filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Project"
          value={project.value}
          options={[['', 'All projects'], ...names.map((name) => [name, name] as const)]}
          onChoose={(name) => {
            project.value = name;
            toAddress({ project: name });
          }}
        />
        <SelectField
          label="Time"
          value={weeks.value}
          options={spans.map((span) => [span, counted(Number(span), 'week')])}
          onChoose={(span) => {
            weeks.value = span;
            toAddress({ weeks: span === USUAL_WEEKS ? '' : span });
          }}
        />
      </form>
      <Loaded of={insights}>{(value) => <Charts insights={value} />}</Loaded>
    </main>
  );
}

const percentText = (percent: number): string => `${Math.floor(percent * 10) / 10} %`;

function Charts({ insights }: { insights: InsightsResponse }) {
  const { releases, isCut, stages, languages, weeks, review } = insights;
  if (releases === 0)
    return (
      <p class="empty">
        No release has ended in these weeks. A release is counted here once it has ended and its record is
        kept.
      </p>
    );
  const longestMs = Math.max(...stages.map(({ p90Ms }) => p90Ms));
  return (
    <>
      <p class="muted">
        {isCut
          ? `The newest ${numberText(releases)} releases that ended in these weeks. Weeks begin on Monday, in UTC.`
          : `${counted(releases, 'release')} that ended in these weeks. Weeks begin on Monday, in UTC.`}
      </p>
      <div class="cards">
        <Bars
          title="Time per stage"
          legend="Bar: half of the releases. Line: 9 of 10."
          empty="No release has ended in these weeks."
          heads={['Stage', 'Half within', '9 of 10 within']}
          rows={stages.map(({ name, count, medianMs, p90Ms }) => ({
            name: stageTitles[name],
            title: counted(count, 'release'),
            bar: medianMs / longestMs,
            line: p90Ms / longestMs,
            numbers: [durationText(medianMs), durationText(p90Ms)],
          }))}
        />
        <WeekColumns
          title="Releases per week"
          weeks={weeks.map(({ week, released, unreleased }) => ({
            week,
            parts: [
              { value: released, tone: 'accent' },
              { value: unreleased, tone: 'red' },
            ],
            summary: `${released} released, ${unreleased} not`,
            numbers: [numberText(released), numberText(unreleased)],
          }))}
          topText={(most) => counted(most, 'release')}
          legend={[
            { tone: 'accent', label: 'released' },
            { tone: 'red', label: 'rejected, cancelled or failed' },
          ]}
          heads={['Released', 'Not released']}
        />
        <WeekColumns
          title="Waiting for people: term reviews"
          weeks={weeks.map(({ week, review: open }) => {
            const times = open === null ? ['–', '–'] : [open.medianMs, open.p90Ms].map(durationText);
            return {
              week,
              parts: [{ value: open?.medianMs ?? 0, tone: 'amber' }],
              summary: open === null ? 'no review' : durationText(open.medianMs),
              numbers: [numberText(open?.count ?? 0), ...times],
            };
          })}
          topText={durationText}
          heads={['Reviews', 'Half within', '9 of 10 within']}
        />
        <WeekColumns
          title="Strings released per week"
          weeks={weeks.map(({ week, strings }) => ({
            week,
            parts: [{ value: strings, tone: 'accent' }],
            summary: counted(strings, 'string'),
            numbers: [numberText(strings)],
          }))}
          topText={(most) => counted(most, 'string')}
          heads={['Strings']}
        />
        <Bars
          title="Completeness of exported languages"
          legend="Bar: the least complete release. Line: the average."
          empty="Nothing was exported in these weeks."
          heads={['Language', 'Average', 'Lowest']}
          rows={languages.map(({ language, releases: count, lowest, average }) => ({
            name: (
              <>
                {languageName(language)} <bdi class="muted">{language}</bdi>
              </>
            ),
            title: counted(count, 'release'),
            bar: lowest / 100,
            line: average / 100,
            tone: lowest < 100 ? 'amber' : 'accent',
            numbers: [percentText(average), percentText(lowest)],
          }))}
        />
      </div>
      {review !== null && (
        <p class="muted">
          {counted(review.count, 'term review')}: half ended within {durationText(review.medianMs)}, 9 of 10
          within {durationText(review.p90Ms)}.
        </p>
      )}
    </>
  );
}
