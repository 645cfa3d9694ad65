import type { InsightsAnswer } from '../../src/protocol/insights-api';
import { languageName } from '../language-name';
import { counted } from '../count-text';
import { Bar } from './bar';

const percentText = (percent: number): string => `${Math.floor(percent * 10) / 10} %`;

/** How complete what was exported has been, by the language. */
export function LanguageBars({ languages }: Pick<InsightsAnswer, 'languages'>) {
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
