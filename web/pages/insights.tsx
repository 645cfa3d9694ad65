import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { durationText } from '../../src/domain/text/duration';
import type { InsightsResponse } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api } from '../api';
import { usePage } from '../components/page';
import { Loaded, useResource } from '../components/resource';
import { counted, numberText, shortDay } from '../format';
import { LanguageBars, StageBars } from '../insights/bars';
import { WeekColumns } from '../insights/week-columns';

const spans = [4, 12, 26, 52];
const USUAL_WEEKS = 12;

/** Statistics from the records of ended releases. */
export function InsightsPage() {
  const main = usePage('Insights');
  const requested = Number(fromAddress('weeks'));
  const weeks = useSignal(spans.includes(requested) ? requested : USUAL_WEEKS);
  const project = useSignal(fromAddress('project'));
  const filter = { project: project.value, weeks: weeks.value };
  const insights = useResource(JSON.stringify(filter), () => api.insights(filter));
  // Stored, so that the choice of projects stays while others are read.
  const projects = useSignal<readonly string[]>([]);
  const shown = insights.value.value;
  if (shown !== null) projects.value = shown.projects;
  const [projectId, weeksId] = [useId(), useId()];
  const keepInAddress = (): void =>
    toAddress({
      project: project.value,
      weeks: weeks.value === USUAL_WEEKS ? '' : String(weeks.value),
    });
  const names = [...new Set([...projects.value, ...(project.value === '' ? [] : [project.value])])];
  return (
    <main id="main" {...main} class="insights">
      <h1>Insights</h1>
      <form class="release-search" onSubmit={(event) => event.preventDefault()}>
        <label for={projectId} class="field">
          <span>Project</span>
          <select
            id={projectId}
            value={project.value}
            onChange={({ currentTarget }) => {
              project.value = currentTarget.value;
              keepInAddress();
            }}
          >
            <option value="">All projects</option>
            {names.map((name) => (
              <option key={name} value={name} dir="auto">
                {name}
              </option>
            ))}
          </select>
        </label>
        <label for={weeksId} class="field">
          <span>Time</span>
          <select
            id={weeksId}
            value={weeks.value}
            onChange={({ currentTarget }) => {
              weeks.value = Number(currentTarget.value);
              keepInAddress();
            }}
          >
            {spans.map((span) => (
              <option key={span} value={span}>
                {counted(span, 'week')}
              </option>
            ))}
          </select>
        </label>
      </form>
      <Loaded of={insights}>{(value) => <Charts insights={value} />}</Loaded>
    </main>
  );
}

function Charts({ insights }: { insights: InsightsResponse }) {
  const { releases, isCut, stages, languages, weeks, review } = insights;
  if (releases === 0)
    return (
      <p class="empty">
        No release has ended in these weeks. A release is counted here once it has ended and its record is
        kept.
      </p>
    );
  return (
    <>
      <p class="muted">
        {isCut
          ? `The newest ${numberText(releases)} releases that ended in these weeks. Weeks begin on Monday, in UTC.`
          : `${counted(releases, 'release')} that ended in these weeks. Weeks begin on Monday, in UTC.`}
      </p>
      <div class="charts">
        <StageBars stages={stages} />
        <WeekColumns
          title="Releases per week"
          columns={weeks.map(({ week, released, unreleased }) => ({
            week,
            parts: [
              { value: released, tone: 'good' },
              { value: unreleased, tone: 'bad' },
            ],
            title: `Week of ${shortDay(week)}: ${released} released, ${unreleased} not`,
          }))}
          topText={(most) => counted(most, 'release')}
          legend={[
            { tone: 'good', label: 'released' },
            { tone: 'bad', label: 'rejected, cancelled or failed' },
          ]}
          heads={['Week of', 'Released', 'Not released']}
          rows={weeks.map(({ week, released, unreleased }) => [
            week,
            numberText(released),
            numberText(unreleased),
          ])}
        />
        <WeekColumns
          title="Waiting for people: term reviews"
          columns={weeks.map(({ week, review: open }) => ({
            week,
            parts: [{ value: open?.medianMs ?? 0, tone: 'amber' }],
            title: `Week of ${shortDay(week)}: ${open === null ? 'no review' : durationText(open.medianMs)}`,
          }))}
          topText={(most) => durationText(most)}
          heads={['Week of', 'Reviews', 'Half within', '9 of 10 within']}
          rows={weeks.map(({ week, review: open }) => [
            week,
            numberText(open?.count ?? 0),
            open === null ? '–' : durationText(open.medianMs),
            open === null ? '–' : durationText(open.p90Ms),
          ])}
        />
        <WeekColumns
          title="Strings released per week"
          columns={weeks.map(({ week, strings }) => ({
            week,
            parts: [{ value: strings, tone: 'good' }],
            title: `Week of ${shortDay(week)}: ${counted(strings, 'string')}`,
          }))}
          topText={(most) => counted(most, 'string')}
          heads={['Week of', 'Strings']}
          rows={weeks.map(({ week, strings }) => [week, numberText(strings)])}
        />
        <LanguageBars languages={languages} />
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
