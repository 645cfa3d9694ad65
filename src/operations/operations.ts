/** Everything that commands ask for, by name: done on this machine, or by a gateway for whoever has a token. */
import { z } from 'zod';
import { serviceOperation } from './operation';
import { glossaryOperations } from './glossary-operations';
import { recordOperations } from './record-operations';
import { releaseOperations } from './release-operations';
import { scheduleOperations } from './schedule-operations';
import { serviceOperations } from './service-operations';
import { startOperations } from './start-operations';
import { termOperations } from './term-operations';
import { workOperations } from './work-operations';

export const operations = {
  /** Whose token it is. */
  whoAmI: serviceOperation({
    role: 'read',
    input: z.strictObject({}),
    run: (_access, _said, { name }) => Promise.resolve({ name: name() }),
  }),
  ...releaseOperations,
  ...termOperations,
  ...glossaryOperations,
  ...startOperations,
  ...recordOperations,
  ...workOperations,
  ...scheduleOperations,
  ...serviceOperations,
};
export type Operations = typeof operations;
