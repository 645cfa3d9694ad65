import { workLine, workStatusText } from '../../../src/cli/services/run-work';
import type { ExportedFile } from '../../../src/domain/release/status';
import { newWorkStatus, type Work } from '../../../src/domain/service-work';

const work: Work = {
  kind: 'export',
  project: 'default',
  taskId: 'task_1',
  templateId: 'tpl-1',
  languages: ['ja'],
  filename: 'game',
};
const file: ExportedFile = {
  path: 'out/game.ini',
  languages: ['ja'],
  bytes: 9,
  sha256: 'ab',
  keys: 12,
  keysOf: 'file',
  checked: true,
};

function textOf(...files: ExportedFile[]): string {
  const status = newWorkStatus({ work, minCheckIntervalMs: 1000, lost: null });
  return workStatusText({ ...status, state: 'done', doing: null, files });
}

describe('an export without a release', () => {
  it('shows the keys of each file', () => {
    expect(textOf(file)).toBe('Export of project default: done\nout/game.ini  12 keys  9 bytes  sha256 ab');
  });

  it('tells which files could not be read, what to know of the others, and what is unknown as unknown', () => {
    const text = textOf(file, { ...file, path: 'out/other.ini', checked: false });
    expect(text).toContain('out/other.ini  not checked  9 bytes  sha256 ab');
    const status = newWorkStatus({ work, minCheckIntervalMs: 1000, lost: null });
    const completeness = [
      { language: 'ja', percent: null, missing: null },
      { language: 'ko', percent: 97.5, missing: 3, otherCase: 2 },
    ];
    expect(workStatusText({ ...status, warnings: ['It is odd.'], completeness })).toMatch(
      /\nWarning: It is odd\.\nja {7}unknown\nko {8}97\.5 % {2}3 missing {2}2 keys matched without case$/,
    );
  });
});

describe('work in one line', () => {
  const publish: Work = { kind: 'publish', project: 'default', taskId: 'task_1' };
  const status = newWorkStatus({ work: publish, minCheckIntervalMs: 1000, lost: null });

  it.each([
    ["waits for the project's turn to publish", null, ": waits for the project's turn to publish"],
    ['waits for the publish job', 'publishing', ': waits for the publish job, publishing'],
    ['exports ja', 'completed', ': exports ja'],
    ['finishes', 'completed', ': finishes'],
  ])('%s, with the status %s', (doing, known, line) => {
    expect(workLine({ ...status, doing, status: known })).toBe(`Publish of task task_1${line}`);
  });

  it('is parked where a person must do something first', () => {
    expect(workStatusText({ ...status, state: 'blocked', doing: null })).toBe(
      'Publish of task task_1: parked',
    );
  });
});
