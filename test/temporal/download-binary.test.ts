import { DOWNLOADED_CLI_VERSION, downloadBinary } from '../../src/temporal/download-binary';
import { useScratch, type Scratch } from '../support/scratch';
import { writeTool } from '../support/write-tool';
import { testBinary } from './test-binary';

/** The SDK does not download what it finds in its directory: the rest of its work can be seen without a network. */
async function alreadyDownloaded(scratch: Scratch, script: string) {
  const executable = await writeTool(scratch.path(`temporal-${DOWNLOADED_CLI_VERSION}`), script);
  return { directory: scratch.path(), executable };
}

describe("the SDK's download", () => {
  const scratch = useScratch();

  it('ends with the executable, after a line that says what goes on', async () => {
    const { directory, executable } = await alreadyDownloaded(scratch, `exec '${testBinary()}' "$@"`);
    const report = jest.fn();
    expect(await downloadBinary(directory, process.env, report)).toBe(executable);
    expect(report).toHaveBeenCalledWith(expect.stringContaining('Downloading the Temporal server'));
  });

  it('ends with the executable even when the SDK gives its server up as too slow', async () => {
    const { directory, executable } = await alreadyDownloaded(scratch, 'exec sleep 60');
    expect(await downloadBinary(directory, process.env, jest.fn())).toBe(executable);
  });
});
