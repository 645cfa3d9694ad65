import { pathToFileURL } from 'node:url';

/**
 * Arguments with which Node runs one of our modules in a process of its own. Built, the module is JavaScript;
 * in tests and under tsx it is the TypeScript source, which needs the loader.
 */
export function nodeArgumentsFor(modulePath: string): string[] {
  if (!modulePath.endsWith('.ts')) return [modulePath];
  return ['--import', pathToFileURL(require.resolve('tsx')).href, modulePath];
}
