import { createSecretKey, randomBytes } from 'node:crypto';
import { Secret } from '../../../src/http/secret';
import { ApplicationFailure } from '@temporalio/common';
import { isMeantSo, jsonLine, textLine } from '../../../src/temporal/log';

const parsed = (meta?: Record<string, unknown>): Record<string, unknown> => {
  const line = jsonLine({
    level: 'WARN',
    message: 'a call failed',
    timestampNanos: 1_793_527_200_123_456_789n,
    meta: meta ?? {},
  });
  expect(line).not.toContain('\n');
  return JSON.parse(line) as Record<string, unknown>;
};

describe('a line of the log', () => {
  it('is one JSON document with time, level, message and what goes with them', () => {
    expect(parsed({ service: 'social', traceId: 'trace-1' })).toEqual({
      time: '2026-11-01T10:00:00.123Z',
      level: 'WARN',
      message: 'a call failed',
      service: 'social',
      traceId: 'trace-1',
    });
  });

  it('names the release whose workflow it is about', () => {
    expect(parsed({ workflowId: 'release/default/game-2.4.0' })).toMatchObject({
      release: 'default/game-2.4.0',
    });
    expect(parsed({ workflowId: 'publish-queue/default' })).not.toHaveProperty('release');
  });

  it('cannot be made to look like another', () => {
    const line = parsed({
      time: 'never',
      level: 'NONE',
      message: 'all is well',
      note: 'a\n{"level":"INFO"}',
    });
    expect(line).toMatchObject({ time: '2026-11-01T10:00:00.123Z', level: 'WARN', message: 'a call failed' });
  });

  it('moves no cursor and gives no command, for people and for programs', () => {
    const entry = { level: 'WARN', timestampNanos: 1_793_527_200_123_456_789n } as const;
    const said = '\u001b[2J\u009b\u202e\n::error::x';
    const lines = [jsonLine, textLine].map((line) =>
      line({ ...entry, message: said, meta: { error: new Error(said) } }),
    );
    for (const line of lines) {
      expect(line).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
      expect(line).not.toMatch(/^\s*::/m);
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: said });
    expect(lines[1]).toMatch(/^2026-11-01T10:00:00.123Z \[WARN\] \\u001b\[2J/);
  });

  it('tells errors with their cause', () => {
    const error = new TypeError('no answer', { cause: new Error('connection refused') });
    expect(parsed({ error })).toMatchObject({
      error: { name: 'TypeError', message: 'no answer', cause: { message: 'connection refused' } },
    });
  });

  it('keeps secrets', () => {
    const key = randomBytes(32);
    const line = JSON.stringify(parsed({ token: new Secret('app-secret'), key: createSecretKey(key) }));
    expect(line).not.toContain('app-secret');
    expect(line).not.toContain(key.toString('base64'));
  });

  it('takes what JSON cannot', () => {
    const circle: Record<string, unknown> = { count: 12n };
    expect(parsed(circle)).toMatchObject({ count: '12' });
    circle.self = circle;
    expect(parsed(circle)).toMatchObject({ level: 'WARN', message: 'a call failed' });
  });
});

describe('what the SDK says of a failed activity', () => {
  const failed = (details: unknown[]) => ({
    message: 'Activity failed',
    meta: { error: ApplicationFailure.create({ message: 'x', details }) },
  });

  it('is left out where we have said more of it: a call to a service', () => {
    expect(isMeantSo(failed([{ origin: 'social', endpoint: 'POST /posts', code: '500' }]))).toBe(true);
  });

  it('is told where nobody else does', () => {
    expect(isMeantSo(failed([{ origin: 'store', endpoint: null, code: 'store_absent' }]))).toBe(false);
    expect(isMeantSo(failed([]))).toBe(false);
    expect(isMeantSo({ message: 'Activity failed', meta: { error: new TypeError('bug') } })).toBe(false);
  });
});
