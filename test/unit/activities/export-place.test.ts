import { mkdir, symlink } from 'node:fs/promises';
import { exportDirectory, exportPlaceFault } from '../../../src/activities/export-place';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

describe('the place of exports', () => {
  it('is any ordinary directory, there already or not, where there is no root', async () => {
    expect(await exportPlaceFault(scratch.path(), null)).toBeNull();
    expect(await exportPlaceFault(scratch.path('a/b/c'), null)).toBeNull();
  });

  it.each(['/proc/1/out', '/sys/kernel/out', '/dev/out'])('is never in the kernel: %s', async (directory) => {
    expect(await exportPlaceFault(directory, null)).toMatch(/where no files can be kept\.$/);
  });

  it('is not in the kernel by a link either', async () => {
    await symlink('/proc/1', scratch.path('link'));
    expect(await exportPlaceFault(scratch.path('link/out'), null)).toMatch(/where no files can be kept/);
  });

  it('is below the root, and a relative one is taken from there', async () => {
    const root = scratch.path('files');
    await mkdir(root);
    expect(exportDirectory('game', root)).toBe(scratch.path('files/game'));
    expect(await exportPlaceFault(exportDirectory('game', root), root)).toBeNull();
    expect(await exportPlaceFault(scratch.path('other'), root)).toContain(`is outside ${root}`);
  });

  it('does not leave the root by a link', async () => {
    const root = scratch.path('files');
    await mkdir(root);
    await mkdir(scratch.path('other'));
    await symlink(scratch.path('other'), scratch.path('files/link'));
    expect(await exportPlaceFault(scratch.path('files/link/game'), root)).toContain(`is outside ${root}`);
  });

  it('is where the root leads, when that is a link itself', async () => {
    await mkdir(scratch.path('disk'));
    await symlink(scratch.path('disk'), scratch.path('files'));
    expect(await exportPlaceFault(scratch.path('files/game'), scratch.path('files'))).toBeNull();
  });
});
