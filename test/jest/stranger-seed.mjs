import { env, stderr } from 'node:process';

/** Tells how to meet the same strangers again, where tests of releases have failed. */
export default class StrangerSeed {
  #failed = [];

  onTestResult(_test, { displayName, testResults }) {
    if (displayName?.name !== 'workflows') return;
    const failed = testResults.filter(({ status }) => status === 'failed');
    this.#failed.push(...failed.map(({ fullName }) => fullName));
  }

  onRunComplete() {
    if (this.#failed.length === 0) return;
    const seed = env.STRANGER_SEED ?? '';
    stderr.write(
      `\nThe services of the tests that failed were strangers, drawn by STRANGER_SEED="${seed}" and the name:\n` +
        this.#failed.map((name) => `  ${name}\n`).join(''),
    );
  }
}
