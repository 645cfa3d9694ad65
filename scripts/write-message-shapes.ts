// Writes the JSON Schemas by which workflows check messages, where they are imported from. They are made before every
// build and type check, and are in no commit.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageShapes } from '../src/protocol/message-schemas';

writeFileSync(join(__dirname, '../src/protocol/message-shapes.json'), `${JSON.stringify(messageShapes())}\n`);
