import { readdir, readFile, symlink } from 'node:fs/promises';
import { readConfig } from '../../../src/config/config';
import { scanTerms } from '../../../src/sandbox/localization/term-scan';
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
    expect(spec.export).toMatchObject({ directory: scratch.path('game', 'out') });
    const { strings } = await readSourceFiles('file' in spec.source ? spec.source : { file: '' });
    expect(scanTerms(strings.map(({ content }) => content)).map(({ term }) => term)).toEqual(
      expect.arrayContaining(['Captain Ava', 'Silver Harbor', 'Storm Compass']),
    );
    expect(readConfig({}, scratch.path('game')).projectNames).toEqual(['default']);
  });

  it('names what comes next, also for a directory with a blank in its name', async () => {
    const { stdout } = await cli(['init', scratch.path('my game')]);
    expect(stdout).toContain(`\nNext: cd '${scratch.path('my game')}' && npx locrelease dev\n`);
    expect(stdout).toContain('npx locrelease start release.yaml\n');
  });

  it('writes files that stay good when every comment is turned into what it shows', async () => {
    await cli(['init', scratch.path()]);
    const text = await readFile(scratch.path('release.yaml'), 'utf8');
    const whole = text
      .replace(/^# (?=(\w+:| {2}))/gm, '')
      .replace(/^ {2}# (?=(template|languages|mode|escape|minimumComplete|waivers): )/gm, '  ');
    const { spec } = await readReleaseFile(await scratch.write('whole.yaml', whole));
    expect(spec).toMatchObject({ supplementLanguages: ['ko'], export: { mode: 'single' }, announce: {} });

    const config = await readFile(scratch.path('locrelease.config.yaml'), 'utf8');
    await scratch.write('more/locrelease.config.yaml', config.replace(/^# (?=(\w+:$| {2}))/gm, ''));
    const { projectNames, operators, assumptions } = readConfig({}, scratch.path('more'));
    expect(projectNames).toEqual(['default', 'mobile']);
    expect([...operators.keys()]).toEqual(['olga']);
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

  it('takes a link that leads nowhere for something that is there', async () => {
    await symlink('nowhere', scratch.path('locrelease.config.yaml'));
    const { code } = await cli(['init', scratch.path()]);
    expect([code, await readdir(scratch.path())]).toEqual([2, ['locrelease.config.yaml']]);
  });

  it('says that it cannot write below directories of the kernel', async () => {
    const { code, stderr } = await cli(['init', '/proc/game']);
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot write /proc/game/release.yaml');
  });
});
