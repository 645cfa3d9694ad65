import { OPEN } from '../temporal/open-executions';

/** Which releases Temporal's list is asked for. */
export const OPEN_RELEASE = `WorkflowType = 'localizationRelease' AND ${OPEN}`;
export const WAITING_RELEASE = `${OPEN_RELEASE} AND LocreleaseWaiting IN ('terms', 'decision')`;
