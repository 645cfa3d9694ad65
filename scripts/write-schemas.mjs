// Writes the JSON Schemas that scripts may rely on; run it after a build. A test fails while they are stale.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { statusJsonSchema } from '../dist/domain/status-schema.js';

const path = fileURLToPath(new URL('../schemas/status.schema.json', import.meta.url));
await mkdir(fileURLToPath(new URL('../schemas/', import.meta.url)), { recursive: true });
const style = { ...(await resolveConfig(path)), filepath: path };
await writeFile(path, await format(JSON.stringify(statusJsonSchema(), null, 2), style));
