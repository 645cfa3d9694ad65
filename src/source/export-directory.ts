/** Where exported files may go, by the path alone. The worker that writes them checks the directory itself. */
import { isAbsolute, relative } from 'node:path';

/** Directories that the kernel shows as files. Nothing can be stored there, and some of it never ends. */
const KERNEL_DIRECTORIES = ['/proc', '/sys', '/dev'];

/** Why exports cannot go to a directory, given as an absolute path, or null; `root`: where they must stay, if anywhere. */
export function exportDirectoryFault(directory: string, root: string | null): string | null {
  const kernel = KERNEL_DIRECTORIES.find((path) => isWithin(path, directory));
  if (kernel !== undefined) return `is in ${kernel}, where no files can be kept`;
  if (root === null || isWithin(root, directory)) return null;
  return `is outside ${root}, where exports must stay (exports.root of the configuration)`;
}

function isWithin(parent: string, path: string): boolean {
  const way = relative(parent, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
