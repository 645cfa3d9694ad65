import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { InsightsAnswer } from '../../src/protocol/insights-api';
import { fromAddress, toAddress } from '../address';
import { api } from '../api';
import { ErrorMessage } from '../components/error-message';
import { usePage } from '../components/use-page';
import { Loading } from '../components/loading';
import { numberText } from '../count-text';
import { LanguageBars } from '../insights/language-bars';
import { StageBars } from '../insights/stage-bars';
import { WeekColumns } from '../insights/week-columns';
import { shortDay } from '../insights/week-text';
import { words } from '../messages/words';
import { useResource } from '../resource';

const spans = [4, 12, 26, 52];
const USUAL_WEEKS = 12;

/** How releases went, from the records of those that have ended. */
export function InsightsPage() {
  const main = usePage(words.insights.title);
  const asked = Number(fromAddress('weeks'));
  const weeks = useSignal(spans.includes(asked) ? asked : USUAL_WEEKS);
  const project = useSignal(fromAddress('project'));
  const filter = { project: project.value, weeks: weeks.value };
  const insights = useResource(JSON.stringify(filter), () => api.insights(filter));
  // They stay to be chosen from while others are read.
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
      <h1>{words.insights.title}</h1>
      <form class="release-search" onSubmit={(event) => event.preventDefault()}>
        <label for={projectId} class="field">
          <span>{words.insights.project}</span>
          <select
            id={projectId}
            value={project.value}
            onChange={({ currentTarget }) => {
              project.value = currentTarget.value;
              keepInAddress();
            }}
          >
            <option value="">{words.insights.allProjects}</option>
            {names.map((name) => (
              <option key={name} value={name} dir="auto">
                {name}
              </option>
            ))}
          </select>
        </label>
        <label for={weeksId} class="field">
          <span>{words.insights.time}</span>
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
                {words.counts.weeks(span)}
              </option>
            ))}
          </select>
        </label>
      </form>
      <ErrorMessage error={insights.error.value} again={insights.reload} />
      {shown === null && insights.error.value === null && <Loading />}
      {shown !== null && <Charts insights={shown} />}
    </main>
  );
}

function Charts({ insights }: { insights: InsightsAnswer }) {
  const { releases, isCut, stages, languages, weeks, review } = insights;
  if (releases === 0) return <p class="empty">{words.insights.none}</p>;
  return (
    <>
      <p class="muted">
        {isCut ? words.insights.countedNewest(numberText(releases)) : words.insights.counted(releases)}
      </p>
      <div class="charts">
        <StageBars stages={stages} />
        <WeekColumns
          title={words.insights.releasesPerWeek}
          columns={weeks.map(({ week, released, unreleased }) => ({
            week,
            parts: [
              { value: released, tone: 'good' },
              { value: unreleased, tone: 'bad' },
            ],
            title: words.insights.releasesOfWeek(shortDay(week), released, unreleased),
          }))}
          topText={(most) => words.counts.releases(most)}
          legend={[
            { tone: 'good', label: words.insights.good },
            { tone: 'bad', label: words.insights.bad },
          ]}
          heads={[words.insights.weekOf, words.insights.released, words.insights.notReleased]}
          rows={weeks.map(({ week, released, unreleased }) => [
            week,
            numberText(released),
            numberText(unreleased),
          ])}
        />
        <WeekColumns
          title={words.insights.reviewTimes}
          columns={weeks.map(({ week, review: open }) => ({
            week,
            parts: [{ value: open?.medianMs ?? 0, tone: 'amber' }],
            title: words.insights.reviewOfWeek(
              shortDay(week),
              open === null ? null : words.times.duration(open.medianMs),
            ),
          }))}
          topText={(most) => words.times.duration(most)}
          heads={[
            words.insights.weekOf,
            words.insights.reviews,
            words.insights.halfWithin,
            words.insights.mostWithin,
          ]}
          rows={weeks.map(({ week, review: open }) => [
            week,
            numberText(open?.count ?? 0),
            open === null ? '–' : words.times.duration(open.medianMs),
            open === null ? '–' : words.times.duration(open.p90Ms),
          ])}
        />
        <WeekColumns
          title={words.insights.stringsPerWeek}
          columns={weeks.map(({ week, strings }) => ({
            week,
            parts: [{ value: strings, tone: 'good' }],
            title: words.insights.stringsOfWeek(shortDay(week), strings),
          }))}
          topText={(most) => words.counts.strings(most)}
          heads={[words.insights.weekOf, words.insights.strings]}
          rows={weeks.map(({ week, strings }) => [week, numberText(strings)])}
        />
        <LanguageBars languages={languages} />
      </div>
      {review !== null && (
        <p class="muted">
          {words.insights.reviewsInAll(
            review.count,
            words.times.duration(review.medianMs),
            words.times.duration(review.p90Ms),
          )}
        </p>
      )}
    </>
  );
}
