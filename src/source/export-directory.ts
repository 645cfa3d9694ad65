/** Checks an export directory by its path alone. The worker that writes the files checks the directory itself. */
import { isAbsolute, relative } from 'node:path';

/** Directories of the kernel's own files. Nothing can be stored there, and some of the files never end. */
const KERNEL_DIRECTORIES = ['/proc', '/sys', '/dev'];

/** Why exports cannot go to an absolute path, or null; `root`: the directory in which they must stay, if any. */
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
