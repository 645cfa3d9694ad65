'use strict';
// The realm that test files share: that of the process. When a file ends, the environment variables, the directory, the
// console and what Jest itself has changed are as before. Listeners and what packages remember stay.
const { ModuleMocker } = require('jest-mock');

/** What Jest itself leaves behind, and would find again with the next file. */
const ofJest = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];
const isOfJest = ({ description }) => ofJest.includes(description);
const MATCHERS = Symbol.for('$$jest-matchers-object');

/** Packages that live on from file to file would keep timers of a clock that has stopped. */
const noFakeTimers = {
  useFakeTimers() {
    throw new Error(
      'Fake timers need a realm of their own: let the file begin with /** @jest-environment node */.',
    );
  },
};

module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = noFakeTimers;
  #before = {
    env: { ...process.env },
    directory: process.cwd(),
    ofProcess: { exit: process.exit, exitCode: process.exitCode, getBuiltinModule: process.getBuiltinModule },
    console: globalThis.console,
  };

  setup() {
    return Promise.resolve();
  }

  teardown() {
    for (const symbol of Object.getOwnPropertySymbols(globalThis).filter(isOfJest))
      Reflect.deleteProperty(globalThis, symbol);
    // The services that a file starts before its tests are drawn by the test that is running: there is none yet.
    delete globalThis[MATCHERS]?.state.currentTestName;
    const { env, directory, ofProcess, console } = this.#before;
    Object.assign(process, ofProcess);
    process.chdir(directory);
    globalThis.console = console;
    for (const name of Object.keys(process.env))
      if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};
