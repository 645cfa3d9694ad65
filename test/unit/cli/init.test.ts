import { readdir, readFile } from 'node:fs/promises';
import { readConfig } from '../../../src/config/config';
import { readReleaseFile } from '../../../src/source/read-release-file';
import { readSourceFiles } from '../../../src/source/read-source-files';
import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

describe('locrelease init', () => {
  const scratch = useScratch();

  it('writes files that are good as they stand', async () => {
    const { code, stdout, json } = await cli(['init', scratch.path('game'), '-o', 'json']);
    expect(code).toBe(0);
    expect(stdout).toContain('release.yaml');
    expect(json()).toEqual({
      written: ['release.yaml', 'strings/en.json', 'locrelease.config.yaml'].map((file) =>
        scratch.path('game', file),
      ),
    });
    const { spec } = await readReleaseFile(scratch.path('game', 'release.yaml'));
    expect(spec.targetLanguages).toEqual(['ja', 'fr']);
    expect((await readSourceFiles('file' in spec.source ? spec.source : { file: '' })).strings).toHaveLength(
      3,
    );
    expect(readConfig({}, scratch.path('game')).projectNames).toEqual(['default']);
  });

  it('writes files that stay good when every comment is turned into what it shows', async () => {
    await cli(['init', scratch.path()]);
    const text = await readFile(scratch.path('release.yaml'), 'utf8');
    const whole = await scratch.write('whole.yaml', text.replace(/^# (?=(\w+:| {2}))/gm, ''));
    const { spec } = await readReleaseFile(whole);
    expect(spec).toMatchObject({ supplementLanguages: ['ko'], export: { mode: 'single' }, announce: {} });

    const config = await readFile(scratch.path('locrelease.config.yaml'), 'utf8');
    const settings = config.replace(/^(projects|assumptions): {}/gm, '$1:').replace(/^# {2}/gm, '  ');
    await scratch.write('more/locrelease.config.yaml', settings);
    const { projectNames, assumptions } = readConfig({}, scratch.path('more'));
    expect(projectNames).toEqual(['default', 'mobile']);
    expect(assumptions.readings).toEqual({ 'publish-jobs': 'listed', 'client-task-id': 'ignored' });
  });

  it('never overwrites, and then writes nothing at all', async () => {
    await scratch.write('strings/en.json', '{"mine": "Mine"}');
    const { code, stderr } = await cli(['init', scratch.path()]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${scratch.path('strings', 'en.json')} already exists.`);
    expect(await readFile(scratch.path('strings', 'en.json'), 'utf8')).toBe('{"mine": "Mine"}');
    expect(await readdir(scratch.path())).toEqual(['strings']);
  });
});
