/** The service's own words. Lists are what it documents; a value outside a list is passed on unchanged. */
import { translateSteps } from '../domain/release/stages';
import type { Open } from '../http/replies/readers';

export { translateSteps, type TranslateStep } from '../domain/release/stages';

export const taskStatuses = [
  'pending',
  'importing',
  'scanning',
  'term_translating',
  'waiting_confirmation',
  'running',
  'optimizing',
  'completed',
  'failed',
] as const;
export type TaskStatus = Open<(typeof taskStatuses)[number]>;

export const scanStatuses = ['pending', 'running', 'completed', 'skipped', 'failed'] as const;
export type ScanStatus = Open<(typeof scanStatuses)[number]>;

export const publishStatuses = ['pending', 'running', 'completed', 'failed'] as const;

export const publishEvents = ['task.publish.completed', 'task.publish.failed'] as const;
export const termUploadEvents = ['term_upload.completed', 'term_upload.failed'] as const;
export const taskEvents = [
  ...translateSteps,
  'term_scan.completed',
  'task.completed',
  'task.failed',
  ...publishEvents,
] as const;
export const callbackEvents = [...taskEvents, ...termUploadEvents] as const;
export type CallbackEvent = Open<(typeof callbackEvents)[number]>;

export const templateTypes = ['project_strings', 'task_strings'] as const;
export type TemplateType = (typeof templateTypes)[number];

export const templateFormats = ['csv', 'json', 'xlsx', 'ini', 'xliff', 'xml'] as const;
export type TemplateFormat = (typeof templateFormats)[number];

export const exportModes = ['single', 'separate'] as const;
export type ExportMode = (typeof exportModes)[number];

export const escapeModes = ['escape', 'no-escape'] as const;
export type EscapeMode = (typeof escapeModes)[number];

export const limits = {
  supplementLanguages: 50,
  uploadTerms: 1000,
  updateTerms: 100,
  pageSize: 500,
  signatureWindowMs: 5 * 60_000,
  downloadLinkMs: 60 * 60_000,
  exportTimeoutMs: 5 * 60_000,
  callbackAttemptsAfterMs: [0, 16_000, 32_000, 64_000],
} as const;
