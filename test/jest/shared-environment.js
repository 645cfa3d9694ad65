'use strict';
// The realm that test files share: that of the process. What a file changes of the process is as before when it ends.
const { ModuleMocker } = require('jest-mock');

/** What Jest itself leaves behind, and would find again with the next file. */
const isOfJest = ({ description }) => description === 'EVENT_HANDLERS' || description === 'JEST_STATE_SYMBOL';

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
  #before = { env: { ...process.env }, exit: process.exit, console: globalThis.console };

  setup() {
    return Promise.resolve();
  }

  teardown() {
    for (const symbol of Object.getOwnPropertySymbols(globalThis).filter(isOfJest))
      Reflect.deleteProperty(globalThis, symbol);
    const { env, exit, console } = this.#before;
    process.exit = exit;
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
