import { exportDirectoryWarnings, exportNameWarnings } from '../../../src/checks/check-export';
import { releaseSpec } from '../../../src/domain/release/release-file';

function warnings(source: object, directory: string): string[] {
  const base = { name: 'game', source: { file: 'x.json' }, targetLanguages: ['ja'], export: {} };
  const spec = releaseSpec.parse(base);
  return exportDirectoryWarnings({
    ...spec,
    source: source as typeof spec.source,
    export: spec.export && { ...spec.export, directory },
  });
}

describe('an export directory', () => {
  it.each([
    [{ file: '/game/strings/en.ini' }, '/game/strings'],
    [{ file: ['a.json', 'strings/en.ini'], directory: '/game' }, '/game/strings'],
    [{ file: 'strings/*.ini', directory: '/game' }, '/game/strings'],
    [{ file: 'strings/**/*.ini', directory: '/game' }, '/game/strings/out'],
    [{ file: '**/*.ini', directory: '/game' }, '/game/out'],
  ])('among the sources is warned of: %j and %s', (source, directory) => {
    expect(warnings(source, directory)).toEqual([
      expect.stringContaining(`export.directory ${directory} is where`),
    ]);
  });

  it.each([
    [{ file: '/game/strings/en.ini' }, '/game/out'],
    [{ file: '/game/strings/en.ini' }, '/game/strings/out'],
    [{ file: 'strings/*.ini', directory: '/game' }, '/game/strings/out'],
    [{ file: 'strings/**/*.ini', directory: '/game' }, '/game/out'],
    [{ file: 'strings/en.ini', directory: '/' }, 'strings'],
    [{ url: 'https://example.org/strings.xlsx' }, '/game/strings'],
  ])('elsewhere is not: %j and %s', (source, directory) => {
    expect(warnings(source, directory)).toEqual([]);
  });
});

describe('a name for exported files', () => {
  const warned = (exportTo: object): string[] =>
    exportNameWarnings(
      releaseSpec.parse({
        name: 'game',
        source: { file: 'x.json' },
        targetLanguages: ['ja'],
        export: exportTo,
      }),
    );

  it('has no effect on separate files, and that is said', () => {
    expect(warned({ mode: 'separate', filename: 'game' })).toEqual([
      'export.filename (game) names no file with "mode: separate": the service names each of them. Leave it out, or use "mode: single".',
    ]);
  });

  it.each([{ mode: 'separate' }, { mode: 'single', filename: 'game' }, { filename: 'game' }])(
    'is fine in %j',
    (exportTo) => {
      expect(warned(exportTo)).toEqual([]);
    },
  );
});
