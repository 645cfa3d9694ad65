/** Puts messages and stack traces of failures into payloads, so that they are encrypted like everything else. */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
