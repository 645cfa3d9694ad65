// Run as a process of its own: the SDK offers no download without starting what it downloads, cannot be told to
// give up, lets the server write to our standard output, and installs its one Runtime for good.
// Arguments: the directory for the executable, and the version of the CLI.
import { TestWorkflowEnvironment } from '@temporalio/testing';

async function download(downloadDir: string, version: string): Promise<void> {
  const executable = { type: 'cached-download', downloadDir, version } as const;
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
}

const [downloadDir = '', version = ''] = process.argv.slice(2);
download(downloadDir, version).then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
