/** Where the files of this package are: found from its package.json, as this code also runs from a bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const packageRoot = rootAbove(__dirname);

function rootAbove(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : rootAbove(dirname(directory));
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** As every call to others is marked. */
export const userAgent = `locrelease/${packageVersion()}`;

const isSource = __filename.endsWith('.ts');

/** One of our modules for others to load: the TypeScript source in tests and under tsx, JavaScript once it is built. */
export function modulePath(name: string): string {
  return isSource ? join(packageRoot, 'src', `${name}.ts`) : join(packageRoot, 'dist', `${name}.js`);
}
