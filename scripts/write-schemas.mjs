// Writes the JSON Schemas that are made of our own: those that scripts rely on, and those by which workflows check
// messages. Run it after a build; a test fails while they are stale.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { statusJsonSchema } from '../dist/domain/status.js';
import { messageShapes } from '../dist/protocol/message-schemas.js';

async function write(file, content) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const style = { ...(await resolveConfig(path)), filepath: path };
  await writeFile(path, await format(JSON.stringify(content, null, 2), style));
}

await write('schemas/status.schema.json', statusJsonSchema());
await write('src/protocol/message-shapes.json', messageShapes());
