import type { InsightsAnswer } from '../../src/protocol/insights-api';
import { counted } from '../count-text';
import { durationText } from '../../src/domain/duration';
import { stageTitles } from '../stage-titles';
import { Bar } from './bar';

/** How long each stage takes: half of the releases are as fast as the bar, nine of ten as the line behind it. */
export function StageBars({ stages }: Pick<InsightsAnswer, 'stages'>) {
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
