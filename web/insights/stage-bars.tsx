import type { InsightsAnswer } from '../../src/protocol/insights-api';
import { words } from '../messages/words';
import { Bar } from './bar';

/** How long each stage takes: half of the releases are as fast as the bar, nine of ten as the line behind it. */
export function StageBars({ stages }: Pick<InsightsAnswer, 'stages'>) {
  const most = Math.max(...stages.map(({ p90Ms }) => p90Ms));
  return (
    <section class="panel chart" aria-labelledby="stage-times">
      <h2 id="stage-times">{words.insights.stageTimes}</h2>
      <p class="chart-legend">{words.insights.stageLegend}</p>
      {stages.length === 0 ? (
        <p class="empty">{words.insights.noneEnded}</p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{words.insights.stage}</th>
              <td class="bar-cell" />
              <th scope="col">{words.insights.halfWithin}</th>
              <th scope="col">{words.insights.mostWithin}</th>
            </tr>
          </thead>
          <tbody>
            {stages.map(({ name, count, medianMs, p90Ms }) => (
              <tr key={name} title={words.counts.releases(count)}>
                <th scope="row">{words.stages.names[name]}</th>
                <td class="bar-cell">
                  <Bar part={medianMs / most} mark={p90Ms / most} />
                </td>
                <td>{words.times.duration(medianMs)}</td>
                <td>{words.times.duration(p90Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
