import { durationText } from '../../src/domain/text/duration';
import type { InsightsResponse } from '../../src/protocol/console-api';
import { counted, languageName } from '../format';
import { stageTitles } from '../../src/domain/release/stages';

/** The bar is the time that half of the releases took, the line that of nine in ten. */
export function StageBars({ stages }: Pick<InsightsResponse, 'stages'>) {
  const most = Math.max(...stages.map(({ p90Ms }) => p90Ms));
  return (
    <section class="panel chart" aria-labelledby="stage-times">
      <h2 id="stage-times">Time per stage</h2>
      <p class="chart-legend">Bar: half of the releases. Line: 9 of 10.</p>
      {stages.length === 0 ? (
        <p class="empty">No release has ended in these weeks.</p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <td class="bar-cell" />
              <th scope="col">Half within</th>
              <th scope="col">9 of 10 within</th>
            </tr>
          </thead>
          <tbody>
            {stages.map(({ name, count, medianMs, p90Ms }) => (
              <tr key={name} title={counted(count, 'release')}>
                <th scope="row">{stageTitles[name]}</th>
                <td class="bar-cell">
                  <Bar part={medianMs / most} mark={p90Ms / most} />
                </td>
                <td>{durationText(medianMs)}</td>
                <td>{durationText(p90Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const percentText = (percent: number): string => `${Math.floor(percent * 10) / 10} %`;

export function LanguageBars({ languages }: Pick<InsightsResponse, 'languages'>) {
  return (
    <section class="panel chart" aria-labelledby="completeness">
      <h2 id="completeness">Completeness of exported languages</h2>
      <p class="chart-legend">Bar: the least complete release. Line: the average.</p>
      {languages.length === 0 ? (
        <p class="empty">Nothing was exported in these weeks.</p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">Language</th>
              <td class="bar-cell" />
              <th scope="col">Average</th>
              <th scope="col">Lowest</th>
            </tr>
          </thead>
          <tbody>
            {languages.map(({ language, releases, lowest, average }) => (
              <tr key={language} title={counted(releases, 'release')}>
                <th scope="row">
                  {languageName(language)} <bdi class="muted">{language}</bdi>
                </th>
                <td class="bar-cell">
                  <Bar part={lowest / 100} mark={average / 100} tone={lowest < 100 ? 'amber' : ''} />
                </td>
                <td>{percentText(average)}</td>
                <td>{percentText(lowest)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The same numbers are next to the bar, so it is hidden from screen readers. */
function Bar({ part, mark, tone = '' }: { part: number; mark?: number; tone?: string }) {
  return (
    <svg class={`chart-bar ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="chart-ground" width="100" height="10" />
      {mark !== undefined && <rect class="chart-mark" width={percent(mark)} y="3" height="4" />}
      <rect class="chart-value" width={percent(part)} height="10" />
    </svg>
  );
}

/** A small value is still visible. */
const percent = (part: number): number => (part <= 0 ? 0 : Math.min(100, Math.max(0.5, part * 100)));
