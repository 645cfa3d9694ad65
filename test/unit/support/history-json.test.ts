import { defaultPayloadConverter } from '@temporalio/common';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protoTimeMs } from '../../../src/temporal/proto-time';
import { historyFromJson, historyToJson } from '../../support/history-json';
import { payload } from '../../support/told-history';

const HISTORIES = join(__dirname, '../../workflows/histories');
const read = (file: string): string => readFileSync(join(HISTORIES, file), 'utf8');

describe('a history in JSON', () => {
  it.each(readdirSync(HISTORIES))('%s comes back as it was', (file) => {
    const json = read(file);
    // What is empty is what it would be if it were not there.
    const expected: unknown = JSON.parse(json, (_key, value: unknown) => (value === '' ? undefined : value));
    expect(JSON.parse(historyToJson(historyFromJson(json)))).toEqual(expected);
  });

  it('holds names, bytes, times and durations as text, and a history holds them as they are', () => {
    const started = {
      eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED',
      eventTime: '2026-11-15T03:39:00.905889734Z',
      workflowExecutionStartedEventAttributes: {
        input: { payloads: [payload({ startedBy: 'tester' })] },
        workflowTaskTimeout: '10s',
      },
    };
    const first = historyFromJson(JSON.stringify({ events: [started] })).events?.[0];
    expect(first).toMatchObject({ eventType: 1, eventTime: { nanos: 905_889_734 } });
    const { input, workflowTaskTimeout } = first?.workflowExecutionStartedEventAttributes ?? {};
    expect(protoTimeMs(workflowTaskTimeout)).toBe(10_000);
    expect(defaultPayloadConverter.fromPayload(input?.payloads?.[0] ?? {})).toMatchObject({
      startedBy: 'tester',
    });
  });
});
