/** Somebody who types commands: in a directory of their own, and with nothing known but what is given. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Site } from './site';
import { PROJECT, TODAY } from './version';

const exampleRelease = z.looseObject({ export: z.looseObject({}) });

/** Longer than all that happens between the first release and the last. */
const LONGEST_COMMAND_MS = 10 * 60_000;

export class CommandLine {
  readonly directory: string;

  private constructor(
    private readonly site: Site,
    readonly name: string,
    private readonly environment: Record<string, string>,
  ) {
    this.directory = site.path(name);
  }

  static async open(site: Site, name: string, environment: Record<string, string>): Promise<CommandLine> {
    const opened = new CommandLine(site, name, environment);
    await mkdir(opened.directory);
    return opened;
  }

  /** Runs a command as a person would type it; answers the document that it prints. */
  async locrelease(...words: string[]): Promise<unknown> {
    const line = [process.execPath, TODAY, ...words, '--output', 'json'] as const;
    const printed = await this.site.run(
      line,
      { ...this.environment, HOME: this.directory },
      { cwd: this.directory, timeoutMs: LONGEST_COMMAND_MS },
    );
    return JSON.parse(printed) as unknown;
  }

  /** The example of a release, under that name and with a hero of that name: a term that nobody has reviewed yet. */
  async writeRelease(name: string, changes: object = {}): Promise<string> {
    const example = (file: string): Promise<string> => readFile(join(PROJECT, 'examples', file), 'utf8');
    const hero = name.replace(/[^a-z]/g, '').replace(/^./, (letter) => letter.toUpperCase());
    await mkdir(join(this.directory, 'strings'), { recursive: true });
    await writeFile(
      join(this.directory, 'strings', `${name}.json`),
      (await example('strings/en.json')).replaceAll('Elder Mira', `Elder ${hero}`),
    );
    const release = exampleRelease.parse(parse(await example('release.yaml')));
    const own = {
      name,
      source: { file: `strings/${name}.json` },
      // The only kind of place that a gateway takes from somebody.
      export: { ...release.export, directory: 'out' },
    };
    await writeFile(join(this.directory, `${name}.yaml`), stringify({ ...release, ...changes, ...own }));
    return `${name}.yaml`;
  }
}
