// Writes the JSON Schemas that scripts rely on, which are made of our own code. Run it after a build; a test fails while they are stale.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { manifestJsonSchema } from '../dist/domain/release/manifest-schema.js';
import { statusJsonSchema } from '../dist/domain/release/status.js';

async function write(file, content) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const style = { ...(await resolveConfig(path)), filepath: path };
  await writeFile(path, await format(content, style));
}

const json = (content) => JSON.stringify(content, null, 2);

await write('schemas/status.schema.json', json(statusJsonSchema()));
await write('schemas/manifest.schema.json', json(manifestJsonSchema()));
