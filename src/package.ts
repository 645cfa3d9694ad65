/** Finds the package's files from its package.json, because this code also runs from a bundle. */
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

/** The User-Agent of every outgoing call. */
export const userAgent = `locrelease/${packageVersion()}`;

const isSource = __filename.endsWith('.ts');

/** The path of a module: its TypeScript source in tests and under tsx, and the built JavaScript otherwise. */
export function modulePath(name: string): string {
  return isSource ? join(packageRoot, 'src', `${name}.ts`) : join(packageRoot, 'dist', `${name}.js`);
}
