// Run as a process of its own: the SDK offers no download without starting what it downloads, cannot be told to
// give up, lets the server write to our standard output, and installs its one Runtime for good.
// Arguments: the directory for the executable, and the version of the CLI.
// The package is an optional dependency: where only workers and gateways run, nothing is ever downloaded.

async function download(downloadDir: string, version: string): Promise<void> {
  const { TestWorkflowEnvironment } = await testingPackage();
  const executable = { type: 'cached-download', downloadDir, version } as const;
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
}

async function testingPackage() {
  try {
    return await import('@temporalio/testing');
  } catch (cause) {
    const message = '@temporalio/testing is not installed: npm was told to leave out optional dependencies';
    throw new Error(message, { cause });
  }
}

const [downloadDir = '', version = ''] = process.argv.slice(2);
download(downloadDir, version).then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
