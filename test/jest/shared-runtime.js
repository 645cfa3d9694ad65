'use strict';
// What Jest loads for a test file. Usually it loads everything anew, in a realm of its own: that is half of the time of
// a file, and all of its code runs cold. Here the product and its packages are loaded once for all files that a process
// runs; test files and their helpers are loaded anew as ever. A file that begins with `@jest-environment node` has
// everything to itself. Mocking by name would mock for all of them, and is refused.
const { createRequire, isBuiltin } = require('node:module');
const { dirname, join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../..');
const sharedRooms = ['src', 'web'].map((room) => join(ROOT, room) + sep);
const isShared = (path) => sharedRooms.some((room) => path.startsWith(room)) && !path.endsWith('.json');
const isPackage = (name) => !name.startsWith('.') && !name.startsWith('/');

/** By path. */
const loaded = new Map();
const sourceMaps = new Map();
/** Of the file that runs now: it finds and compiles what is loaded for the first time. */
let current;
const begin = (runtime) => (current = runtime);

function load(path) {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {}, id: path, filename: path, path: dirname(path) };
  loaded.set(path, module);
  try {
    const code = current.transformCache.transform(path);
    sourceMaps.set(path, current.getSourceMaps().get(path));
    const run = compileFunction(code, ['module', 'exports', 'require', '__dirname', '__filename'], {
      filename: path,
    });
    run.call(module.exports, module, module.exports, requireFrom(path), module.path, path);
  } catch (error) {
    loaded.delete(path);
    throw error;
  }
  return module.exports;
}

function requireFrom(from) {
  const native = createRequire(from);
  const resolve = (name) => (isPackage(name) ? native.resolve(name) : current.pathOf(from, name));
  const require = (name) => {
    const path = isPackage(name) ? name : resolve(name);
    return isShared(path) ? load(path) : native(path);
  };
  return Object.assign(require, { resolve });
}

// A package that is given the path of one of our files, as Temporal's is of a converter, has the same copy.
require.extensions['.ts'] = (module, path) => {
  module.exports = load(path);
};

class SharedRuntime extends Runtime {
  #shares;

  constructor(...options) {
    super(...options);
    const [, environment] = options;
    this.#shares = environment.global === globalThis;
    if (!this.#shares) return;
    begin(this);
    for (const [path, map] of sourceMaps) this.getSourceMaps().set(path, map);
    // There is no way to name one's own realm to `compileFunction`, other than to name none.
    const { executor } = this;
    executor.compile = (code, filename) =>
      compileFunction(code, executor.injectedModuleParameters, { filename });
  }

  setMock(...mock) {
    this.#demandOwnRealm();
    super.setMock(...mock);
  }

  setModuleMock(...mock) {
    this.#demandOwnRealm();
    super.setModuleMock(...mock);
  }

  isolateModules(load) {
    this.#demandOwnRealm();
    super.isolateModules(load);
  }

  isolateModulesAsync(load) {
    this.#demandOwnRealm();
    return super.isolateModulesAsync(load);
  }

  #demandOwnRealm() {
    if (this.#shares)
      throw new Error(
        'Mocked modules need a realm of their own: let the file begin with /** @jest-environment node */.',
      );
  }

  pathOf(from, name) {
    return this._resolution.resolveCjs(from, name);
  }

  requireModuleOrMock(from, name) {
    if (this.#shares && name !== '@jest/globals' && !isBuiltin(name)) {
      if (isPackage(name)) return createRequire(from)(name);
      const path = this.pathOf(from, name);
      if (isShared(path)) return load(path);
    }
    return super.requireModuleOrMock(from, name);
  }
}

module.exports = SharedRuntime;
