import { isPastScan, optimizationNote, scanNote } from '../../../src/domain/release/task-scan';

it.each([
  [{ status: 'running', isCompleted: false }, true],
  [{ status: 'translated', isCompleted: true }, true],
  [{ status: 'scanning', isCompleted: false }, false],
  [{ status: 'waiting_confirmation', isCompleted: false }, false],
])('%j is past its scan: %s', (task, expected) => expect(isPastScan(task)).toBe(expected));

it('tells how the scan and Smart Optimization ended, also by a word that nobody knows', () => {
  expect(scanNote({ status: 'completed', terms: 2 })).toBe('The scan is completed, with 2 terms.');
  expect(scanNote({ status: 'skipped', terms: 0 })).toContain('was skipped');
  expect(scanNote({ status: 'halted', terms: null })).toBe('The scan is halted.');
  expect(optimizationNote('skipped')).toContain('nothing to do');
  expect(optimizationNote('halted')).toBe('Smart Optimization is halted.');
  expect(optimizationNote(null)).toBeNull();
});
