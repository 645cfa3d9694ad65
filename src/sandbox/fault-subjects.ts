/** All that a fault can be put on, by its name. */
import { callbackEvents } from '../localization/vocabulary';

/** Endpoints of both services as documented, and the download of an exported file. */
const endpoints = [
  'POST /tasks/create',
  'GET /tasks/status',
  'POST /tasks/status',
  'GET /tasks/terms',
  'POST /tasks/terms',
  'POST /tasks/terms/update',
  'POST /tasks/terms/delete',
  'POST /tasks/confirm-terms',
  'POST /tasks/supplement-translate',
  'POST /tasks/publish',
  'GET /tasks/publish-status',
  'POST /tasks/publish-status',
  'POST /export/ini',
  'GET /export-templates',
  'GET /export-templates/get',
  'POST /export-templates/create',
  'POST /export-templates/update',
  'POST /export-templates/delete',
  'GET /terms',
  'POST /terms/create',
  'POST /terms/update',
  'POST /terms/delete',
  'GET /languages',
  'POST /languages',
  'GET /workspace',
  'GET /accounts',
  'GET /posts',
  'GET /posts/{postId}',
  'POST /posts',
  'POST /posts/{postId}/publish',
  'GET /download',
] as const;

/** A trigger fails before the work itself has begun. */
const works = [
  'import',
  'scan',
  'term-translate',
  'confirm-trigger',
  'translate',
  'optimize',
  'supplement-trigger',
  'supplement',
  'publish-trigger',
  'publish',
  'export',
  'term-upload',
] as const;
export type Work = (typeof works)[number];

export const faultSubjects = { request: endpoints, callback: callbackEvents, work: works } as const;
