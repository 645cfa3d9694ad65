// Tells at the end of a run which files took longest: where the time goes is seen before it hurts.
import { relative } from 'node:path';

const SHOWN = 10;

export default class SlowestFiles {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .map(({ testFilePath, perfStats }) => ({ testFilePath, seconds: perfStats.runtime / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SHOWN);
    if (testResults.length <= SHOWN) return;
    const lines = files.map(
      ({ testFilePath, seconds }) =>
        `${seconds.toFixed(1).padStart(7)} s  ${relative(this.rootDir, testFilePath)}`,
    );
    process.stderr.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  }
}
