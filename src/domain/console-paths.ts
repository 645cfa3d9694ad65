/** Where each page of the console is. */
import type { ReleaseName } from './release/identity';

export const homePath = '/';
export const newReleasePath = '/new';
export const schedulesPath = '/schedules';
export const calendarPath = '/schedules/calendar';
export const insightsPath = '/insights';
/** The place of one among them. */
export const schedulePath = (id: string): string => `${schedulesPath}#${encodeURI(id)}`;

/** What is live in a project, and what was before. */
export const projectPath = (project: string): string => `/projects/${encodeURIComponent(project)}`;

export const accountsPath = '/accounts';
export const glossaryPath = '/glossary';
/** What one release changed in the termbase. */
export const glossaryOfPath = ({ project, name }: ReleaseName): string =>
  `${glossaryPath}/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const releasePath = ({ project, name }: ReleaseName): string =>
  `/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const reviewPath = (release: ReleaseName): string => `${releasePath(release)}/terms`;

/** The exported strings of a language; of the first one where none is named. */
export const stringsPath = (release: ReleaseName, language?: string): string =>
  `${releasePath(release)}/strings${language === undefined ? '' : `?language=${encodeURIComponent(language)}`}`;

/** The same once more, under its name. */
export const againPath = ({ project, name }: ReleaseName): string =>
  `${newReleasePath}?${new URLSearchParams({ from: `${project}/${name}` }).toString()}`;
/** The same under another name. */
export const duplicatePath = (release: ReleaseName): string => `${againPath(release)}&as=copy`;

export const amendPath = (release: ReleaseName): string => `${releasePath(release)}/amend`;

/** Of the gateway, not of the page: the report is a document of its own. */
export const reportPath = (release: ReleaseName): string => `/api${releasePath(release)}/report`;

/** More terms than a screen has, and soon there on a slow line. */
export const FIRST_TERMS = 100;
/** The first request of a review to the gateway. */
export const firstTermsPath = (release: ReleaseName): string =>
  `/api${reviewPath(release)}?offset=0&limit=${FIRST_TERMS}`;
