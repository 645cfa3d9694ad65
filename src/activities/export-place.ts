/** The directory in which a worker puts exported files, with links and mounts resolved. */
import { realpath, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../domain/text/path-fault';
import { shortened } from '../domain/text/visible-text';
import { exportDirectoryFault } from '../source/export-directory';

export function exportDirectory(directory: string, root: string | null): string {
  return root === null ? directory : resolve(root, directory);
}

export async function exportPlaceFault(directory: string, root: string | null): Promise<string | null> {
  try {
    const place = await followed(resolve(directory));
    const { type } = await statfs(place.existing);
    const fault = kernelFileSystems.has(type)
      ? 'is in a file system of the kernel, where no files can be kept'
      : exportDirectoryFault(place.path, root === null ? null : (await followed(root)).path);
    return fault === null ? null : `The export directory ${shortened(directory, 200)} ${fault}.`;
  } catch {
    // A fault that prevents this check prevents writing too, and is reported then.
    return null;
  }
}

/** The path without links, and the part of it that exists. */
async function followed(path: string): Promise<{ path: string; existing: string }> {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      const real = await realpath(existing);
      return { path: join(real, ...missing), existing: real };
    } catch (error) {
      const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
      if (existing === dirname(existing) || !isMissing) throw error;
      missing.unshift(basename(existing));
    }
  }
}

/** File system types from statfs(2). */
const kernelFileSystems: ReadonlySet<number> = new Set([
  ...[0x9fa0 /* proc */, 0x62656572 /* sysfs */, 0x27e0eb /* cgroup */, 0x63677270 /* cgroup2 */],
  ...[0x64626720 /* debugfs */, 0x74726163 /* tracefs */, 0x73636673 /* securityfs */, 0x1cd1 /* devpts */],
  ...[0x62656570 /* configfs */, 0x6165676c /* pstore */, 0xcafe4a11 /* bpf */, 0x19800202 /* mqueue */],
  ...[
    0xf97cff8c /* selinux */, 0x42494e4d /* binfmt_misc */, 0xde5e81e4 /* efivarfs */, 0x6e736673 /* nsfs */,
  ],
]);

/** Begins with a language or the prefix, and is no program: so no archive overwrites a file that is no export. */
export function exportedName(
  name: string,
  { language, prefix, partial }: { language: string | null; prefix: string; partial: boolean },
): string {
  // A file whose name shows no language may come under the same name with the other languages.
  const isOurs = language !== null || (!partial && name.startsWith(prefix));
  const named = isOurs ? name : `${prefix}-${name}`;
  return /\.(ini|txt|zip)$/i.test(named) ? named : `${named}.txt`;
}
