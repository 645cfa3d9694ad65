import type { InsightsAnswer } from '../../src/protocol/insights-api';
import { languageName } from '../language-name';
import { words } from '../messages/words';
import { Bar } from './bar';

const percentText = (percent: number): string => words.common.percent(Math.floor(percent * 10) / 10);

/** How complete what was exported has been, by the language. */
export function LanguageBars({ languages }: Pick<InsightsAnswer, 'languages'>) {
  return (
    <section class="panel chart" aria-labelledby="completeness">
      <h2 id="completeness">{words.insights.completeness}</h2>
      <p class="chart-legend">{words.insights.completenessLegend}</p>
      {languages.length === 0 ? (
        <p class="empty">{words.insights.noneExported}</p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{words.insights.language}</th>
              <td class="bar-cell" />
              <th scope="col">{words.insights.average}</th>
              <th scope="col">{words.insights.lowest}</th>
            </tr>
          </thead>
          <tbody>
            {languages.map(({ language, releases, lowest, average }) => (
              <tr key={language} title={words.counts.releases(releases)}>
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
