import { defineSignal } from '@temporalio/workflow';

export const bareSignal = defineSignal('bare');
