/** Which format the sources of a release have, and which kind of it: what is exported can be had in the same. */
import { readSourceFiles } from '../../../src/source/read-source-files';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it.each([
  ['en.json', '{"menu.start": "Start", "//": "A note."}', 'json'],
  ['en.json', '{"menu": {"start": "Start"}, "title": "Game"}', 'json-nested'],
  ['en.json', '{"tips": ["Save often."]}', 'json-nested'],
  ['en.json', '[{"string_id": "a", "content": "Start"}]', 'json-list'],
  ['en.json', '{"a": {"message": "Start", "description": "x"}}', 'json-described'],
  ['en.yml', 'en:\n  menu:\n    start: Start\n', 'yaml-rails'],
  ['texts.yml', 'menu:\n  start: Start\n', 'yaml-nested'],
  ['texts.yml', 'start: Start\n', 'yaml'],
  ['en.properties', 'a=Start\n', 'properties'],
  ['en.po', 'msgid "Start"\nmsgstr ""\n', 'po'],
])('%s with %j', async (name, text, format) => {
  const file = await scratch.write(name, text);
  expect(await readSourceFiles({ file })).toMatchObject({ format });
});

it('of several files it is that of all, or none', async () => {
  const [one, other, flat] = [
    await scratch.write('a.json', '{"a": {"b": "Start"}}'),
    await scratch.write('b.json', '{"c": {"d": "Quit"}}'),
    await scratch.write('c.json', '{"e": "Help"}'),
  ];
  expect(await readSourceFiles({ file: [one, other] })).toMatchObject({ format: 'json-nested' });
  expect((await readSourceFiles({ file: [one, flat] })).format).toBeUndefined();
});
