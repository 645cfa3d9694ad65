// Options inline: a project .swcrc would be read by Temporal's workflow bundler too.
const swc = (jsc) => [
  '@swc/jest',
  { jsc: { target: 'es2022', ...jsc }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
];
const script = swc({ parser: { syntax: 'typescript' } });
const page = swc({
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic', importSource: 'preact' } },
});
// Node loads them as they are; the module system of Jest takes no ES module from require() yet.
const esModules =
  '(preact|preact-iso|string-width|get-east-asian-width|gettext-parser|strip-ansi|ansi-regex)/';
const shared = {
  testEnvironment: 'node',
  // What is imported on demand is named as it is called once it is built.
  moduleNameMapper: { '^([.]{1,2}/.+)[.]js$': ['$1.ts', '$1.js'] },
  transform: { '^.+\\.m?[jt]s$': script, '^.+\\.tsx$': page },
  transformIgnorePatterns: [`/node_modules/(?!(.+/node_modules/)?${esModules})`],
};

/** @type {import('jest').Config} */
module.exports = {
  // For what hangs; a machine that is busy is no fault of a test.
  testTimeout: 420_000,
  // Twice as many as two cores: much of what the slow tests do is wait for others.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/jest/mixed-order.mjs',
  reporters: ['default', '<rootDir>/test/jest/slowest-files.mjs'],
  workerIdleMemoryLimit: '1GB',
  projects: [
    // Pure functions and single modules: no server, no network beyond loopback.
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
    // The real clients against the real sandbox, over HTTP.
    { ...shared, displayName: 'services', testMatch: ['<rootDir>/test/services/**/*.test.ts'] },
    // What both kinds of store promise, on a disk and on a real S3 server, brought by the global set-up.
    {
      ...shared,
      displayName: 'store',
      testMatch: ['<rootDir>/test/store/**/*.test.ts'],
      globalSetup: '<rootDir>/test/store/global-setup.ts',
    },
    // A real Temporal server, brought by the global set-up.
    {
      ...shared,
      displayName: 'temporal',
      testMatch: ['<rootDir>/test/temporal/**/*.test.ts'],
      globalSetup: '<rootDir>/test/temporal/global-setup.ts',
    },
    // Releases on a real Temporal server, against the sandbox.
    {
      ...shared,
      displayName: 'workflows',
      testMatch: ['<rootDir>/test/workflows/**/*.test.ts'],
      globalSetup: '<rootDir>/test/workflows/global-setup.ts',
      globalTeardown: '<rootDir>/test/workflows/global-teardown.ts',
    },
    // The built command line, driven as a user would, in processes of its own.
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/e2e/global-setup.ts',
    },
    // The operators' page in a real browser, before the real gateway.
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.ts',
      globalTeardown: '<rootDir>/test/workflows/global-teardown.ts',
    },
    // What runs it in production: manifests and alerts, by the tools of those who read them, brought by the global set-up.
    {
      ...shared,
      displayName: 'deploy',
      testMatch: ['<rootDir>/test/deploy/**/*.test.ts'],
      globalSetup: '<rootDir>/test/deploy/global-setup.ts',
      globalTeardown: '<rootDir>/test/workflows/global-teardown.ts',
    },
    // The package as npm makes and installs it.
    {
      ...shared,
      displayName: 'packaging',
      testMatch: ['<rootDir>/test/packaging/**/*.test.ts'],
      globalSetup: '<rootDir>/test/temporal/global-setup.ts',
    },
    // What takes too long for every change: `npm run nightly` runs it.
    {
      ...shared,
      displayName: 'nightly',
      testMatch: ['<rootDir>/test/nightly/**/*.test.ts'],
      globalSetup: '<rootDir>/test/workflows/global-setup.ts',
      globalTeardown: '<rootDir>/test/workflows/global-teardown.ts',
    },
  ],
};
