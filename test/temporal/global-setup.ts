import { findTemporalBinary } from '../../src/temporal/server/binary';
import { TEST_BINARY_VARIABLE } from './test-binary';

/** Runs once before the tests on a real server, outside every time limit of theirs: a build takes minutes. */
export default async function bringTemporalBinary(): Promise<void> {
  process.env[TEST_BINARY_VARIABLE] = await findTemporalBinary({
    report: (line) => process.stderr.write(`${line}\n`),
  });
}
