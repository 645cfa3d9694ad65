/** A gateway without Temporal, for one who floods it and one who only asks. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operators, tokens } from '../../test/support/console';
import { startTestGateway } from '../../test/support/gateway';

const directory = mkdtempSync(join(tmpdir(), 'locrelease-bench-'));
void startTestGateway({ operators, env: { LOCRELEASE_STORE: join(directory, 'store') } }).then((gateway) =>
  process.send?.({ url: gateway.url, callback: gateway.addressOf('game'), tokens }),
);
process.on('disconnect', () => process.exit(0));
