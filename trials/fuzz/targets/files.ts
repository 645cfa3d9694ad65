/** Files that people write: releases, schedules, configuration, terms and sources. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { readConfig } from '../../../src/config/config';
import { ConfigError } from '../../../src/config/config-error';
import { InputError } from '../../../src/source/input-error';
import { readReleaseFile } from '../../../src/source/read-release-file';
import { readScheduleFile } from '../../../src/source/read-schedule-file';
import { readSource } from '../../../test/support/read-source';
import { readNewTerms } from '../../../src/source/read-terms';
import { editsOf, json, text } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const release = `name: game-2.4.0
source: { file: strings.json }
targetLanguages: [zh-cn, ja]
terms: { deadline: 3 days, reminders: [1 day], onDeadline: reject }
export: { template: tpl-1a2b3c4d, mode: separate, directory: out }
announce:
  accounts: [acc_1]
  text: "{name} now speaks {languages}."
  at: 2026-12-01T09:00+08:00
`;
const template = 'template.yaml';
const schedule = `schedules:
  - id: strings
    calendar: { at: "02:30", days: [mon, fri] }
    timeZone: Europe/Berlin
    catchUp: 1 day
    freeze: [{ from: 2026-12-21, to: 2027-01-03, reason: holidays }]
    release: ${template}
`;
const config = `projects:
  other: { appKeyVariable: KEY, appSecretVariable: SECRET }
operators:
  ann: { role: operate, token: "sha256:${'0'.repeat(64)}" }
policies: { fourEyes: true }
notices:
  stalledAfter: 30 minutes
  routes:
    - slack: { urlVariable: HOOK }
      quietHours: { from: "22:00", to: "07:00", timezone: Europe/Berlin }
`;
const xliff = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"><body>
<group translate="yes"><trans-unit id="a" resname="greeting" maxwidth="9" size-unit="char"><source>Hello <g id="1">you</g> &amp; all</source>
<note>Said first</note></trans-unit></group></body></file></xliff>
`;
const android = `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
<!-- Said first --><string name="greeting">"It\\'s" \\u00e9 <xliff:g id="x">%s</xliff:g> <b>x</b> <![CDATA[&]]></string>
<plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals></resources>
`;
const anchors = 'a: &a [1, 2, 3]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n';

const nested =
  '{"menu": {"items_one": "{{count}} of {{x}}", "items_other": "{{count}} of {{x}}", "tips": ["a"]}}';
const catalogue = `#. Hi
#: src/a.c:1
#, c-format, max-length:20
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`;
const messages = `{"a": "{n, plural, one {# of {x}} other {# of {x}}}",
"@a": {"description": "Hi", "placeholders": {"n": {}, "x": {}}}}`;

/** Whatever is there, somebody who names it gets an answer. */
const LONGEST_MS = 20_000;

interface Kind {
  name: string;
  right: string;
  read: (file: string) => unknown;
}

const env = { HOOK: 'https://hooks.example/1', KEY: 'key', SECRET: 'secret' };
const kinds: Kind[] = [
  { name: 'release.yaml', right: release, read: readReleaseFile },
  { name: 'schedules.yaml', right: schedule, read: readScheduleFile },
  { name: 'config.yaml', right: config, read: (file) => readConfig({ ...env, LOCRELEASE_CONFIG: file }) },
  {
    name: 'terms.csv',
    right: 'term,source_language,category\nElder Mira,en,character\n',
    read: readNewTerms,
  },
  {
    name: 'terms.json',
    right: '[{"term": "Elder Mira", "source_language": "en", "category": "character"}]',
    read: readNewTerms,
  },
  { name: 'source.json', right: '{"greeting": "Hello", "farewell": "Bye"}', read: readSource },
  { name: 'source.csv', right: 'string_id,content\ngreeting,Hello\n', read: readSource },
  { name: 'source.ini', right: '[en]\ngreeting=Hello\nfarewell=Bye\n', read: readSource },
  { name: 'source.tsv', right: 'string_id\tcontent\ngreeting\tHello\n', read: readSource },
  { name: 'source.xlf', right: xliff, read: readSource },
  { name: 'source.xml', right: android, read: readSource },
  { name: 'source.yaml', right: 'greeting: Hello\nfarewell: Bye\n', read: readSource },
  { name: 'nested.json', right: nested, read: readSource },
  {
    name: 'rails.yaml',
    right: 'en:\n  items:\n    one: One\n    other: "%{count} items"\n',
    read: readSource,
  },
  {
    name: 'described.json',
    right: '{"a": {"message": "Hi", "description": "x"}, "b": {"message": "Bye", "placeholders": {}}}',
    read: readSource,
  },
  {
    name: 'source.xcstrings',
    right:
      '{"sourceLanguage": "en", "strings": {"a": {}, "b": {"localizations": {"en": {"variations": {"plural": {"one": {"stringUnit": {"value": "x"}}}}}}}}}',
    read: readSource,
  },
  {
    name: 'source.stringsdict',
    right:
      '<!DOCTYPE plist PUBLIC "a" "b"><plist><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@ x</string></dict></dict></plist>',
    read: readSource,
  },
  { name: 'source.po', right: catalogue, read: readSource },
  { name: 'source.arb', right: messages, read: readSource },
  {
    name: 'source.strings',
    right: '/* Hi */\n"greeting" = "Hello \\U00e9";\n// x\nk = v;\n',
    read: readSource,
  },
  { name: 'source.properties', right: '# Hi\ngreeting=Hello \\\n  \\u00e9\nk : v\n', read: readSource },
];

export async function files(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-fuzz-'));
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const written = join(directory, 'written');
  await writeFile(join(directory, template), release);
  for (const { name, right, read } of kinds) {
    const file = join(directory, name);
    await writeFile(file, right);
    // What is refused as it is would be fuzzed no further than to its first fault.
    await Promise.resolve(read(file)).catch((error: unknown) => {
      throw new Error(`${name} is to be right before it is edited`, { cause: error });
    });
  }
  const input = fc.constantFrom(...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      // What its name leads to instead; mostly it is the file itself.
      link: fc.option(
        fc.constantFrom(written, pipe, directory, '/dev/zero', '/dev/stderr', kind.name, 'none'),
        {
          freq: 9,
        },
      ),
      content: fc.oneof(
        { weight: 6, arbitrary: editsOf(kind.right) },
        { weight: 1, arbitrary: editsOf(anchors) },
        { weight: 1, arbitrary: json.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: text },
      ),
    }),
  );
  return {
    property: fc.asyncProperty(input, async ({ kind, content, link }) => {
      const file = join(directory, kind.name);
      await rm(file, { force: true });
      if (link !== null) await symlink(link, file);
      await writeFile(link === null ? file : written, content);
      try {
        const isWaiting = await Promise.race([
          Promise.resolve(kind.read(file)).then(() => false),
          setTimeout(LONGEST_MS, true, { ref: false }),
        ]);
        if (isWaiting) throw new TakenBadly(`${kind.name} is waited for`);
      } catch (error) {
        if (error instanceof TakenBadly) throw error;
        if (error instanceof InputError || error instanceof ConfigError) return;
        throw new TakenBadly(`${kind.name} is not refused in our words`, { cause: error });
      }
    }),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}
