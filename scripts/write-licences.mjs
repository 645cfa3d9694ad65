// Whose work is shipped with this package, by the lock file: what npm installs with it, and what the page is bundled of.
// With --check nothing is written, and the exit code says whether the list is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Development dependencies whose code is within dist/page. */
const BUNDLED = ['preact', 'preact-iso', '@preact/signals', '@preact/signals-core'];

const inProject = (name) => join(import.meta.dirname, '..', name);
const target = inProject('THIRD-PARTY-LICENCES.md');

const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, found]) => ({ ...found, name: path.replace(/^.*node_modules\//, '') }));
const table = (shipped) => {
  const rows = shipped.map(
    ({ name, version, license = 'see the package' }) => `| ${name} | ${version} | ${license} |`,
  );
  return ['| Package | Version | Licence |', '| --- | --- | --- |', ...new Set(rows.sort()), ''].join('\n');
};
const page = [
  '# Licences of what is shipped\n',
  'Written by `npm run licences` from `package-lock.json`. Each package has the text of its licence within.\n',
  '## Installed with locrelease\n',
  table(packages.filter(({ dev, os }) => !dev && !os)),
  "## Within the console's page\n",
  table(packages.filter(({ name }) => BUNDLED.includes(name))),
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(target, page);
else if (readFileSync(target, 'utf8') !== page) process.exitCode = 1;
