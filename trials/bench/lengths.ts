/** What a wait costs in Temporal by its length, in skipped time: of a review that nobody attends to, and of a translation. */
import { resolve } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import { eventCount } from '../../test/support/history';
import { quickPace, ReleaseRig } from '../../test/workflows/release-rig';
import { billedFor, historyBytes } from './billed';
import { printGrid, type Row } from './figures';

const HOUR_MS = 3_600_000;
const lengths = [
  { length: '1 hour', lengthMs: HOUR_MS },
  { length: '8 hours', lengthMs: 8 * HOUR_MS },
  { length: '8 days', lengthMs: 8 * 24 * HOUR_MS },
] as const;
type Length = (typeof lengths)[number];

/** Without what comes after the export: it does not depend on the wait. */
const untilExport = { supplementLanguages: [], announce: undefined };

const waits: readonly {
  what: string;
  file: (wait: Length) => Partial<ReleaseFile>;
  stepMs: (wait: Length) => number;
}[] = [
  {
    what: 'a person decides after',
    file: ({ length }) => ({ terms: { deadline: length, onDeadline: 'confirm' } }),
    stepMs: () => quickPace.stepMs,
  },
  {
    what: 'a translation takes',
    file: () => ({ terms: { confirmation: 'automatic' } }),
    stepMs: ({ lengthMs }) => Math.ceil(lengthMs / 7),
  },
];

export async function benchLengths(): Promise<boolean> {
  const [metricsPort = 0] = await freePorts(1);
  const server = await startDevServer({
    binary: await findTemporalBinary({ report: console.error }),
    timeSkipping: true,
    searchAttributes: searchAttributeTypes,
    metricsPort,
  });
  process.env.LOCRELEASE_TEST_BUNDLE = resolve(__dirname, '../../dist/workflow-bundle.js');
  try {
    const rows: Row[] = [];
    for (const wait of waits) {
      for (const length of lengths) {
        const options = { server, metricsPort, file: wait.file(length), stepMs: wait.stepMs(length) };
        const called = await cost({ ...options, callbacks: true });
        const uncalled = await cost({ ...options, callbacks: false });
        rows.push({ cells: [`${wait.what} ${length.length}`, ...called, ...uncalled] });
      }
    }
    printGrid('A release up to its export, in Temporal, with callbacks and without:', [
      { cells: ['', 'events', 'actions', 'kB', 'events', 'actions', 'kB'] },
      ...rows,
    ]);
    return true;
  } finally {
    await server.stop();
  }
}

async function cost({
  server,
  metricsPort,
  file,
  stepMs,
  callbacks,
}: {
  server: DevServer;
  metricsPort: number;
  file: Partial<ReleaseFile>;
  stepMs: number;
  callbacks: boolean;
}): Promise<string[]> {
  const rig = await ReleaseRig.start({
    address: server.address,
    skipTime: true,
    callbacks,
    sandbox: { pace: { ...quickPace, stepMs } },
  });
  try {
    const { history, actions } = await billedFor(metricsPort, async () => {
      const handle = await rig.release({ ...untilExport, ...file });
      await handle.result();
      return handle.fetchHistory();
    });
    return [eventCount(history), actions, Math.round(historyBytes(history) / 1000)].map(String);
  } finally {
    await rig.close();
  }
}
