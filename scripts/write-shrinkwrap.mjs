// Writes the lock file that is published with the package: what users need of package-lock.json. From the lock file of
// a dependency npm installs whatever stands there. So packages for development are left out; and those for one
// platform, of which everybody would get all (they compile workflows, which is done when the package is built). And
// nothing says that a package has an install script, so that none is run: we need none.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const inProject = (name) => join(import.meta.dirname, '..', name);

const lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
const shipped = Object.entries(lock.packages)
  .filter(([, { dev, os, cpu }]) => !dev && !os && !cpu)
  .map(([path, entry]) => [path, { ...entry, devDependencies: undefined, hasInstallScript: undefined }]);
const shrinkwrap = { ...lock, packages: Object.fromEntries(shipped) };
await writeFile(inProject('npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
