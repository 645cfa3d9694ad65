import type { ReleaseName } from './release/identity';

export const homePath = '/';
export const newReleasePath = '/new';
export const schedulesPath = '/schedules';
export const calendarPath = '/schedules/calendar';
export const insightsPath = '/insights';
export const schedulePath = (id: string): string => `${schedulesPath}#${encodeURI(id)}`;

export const projectPath = (project: string): string => `/projects/${encodeURIComponent(project)}`;

export const accountsPath = '/accounts';
export const glossaryPath = '/glossary';
export const glossaryOfPath = ({ project, name }: ReleaseName): string =>
  `${glossaryPath}/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const releasePath = ({ project, name }: ReleaseName): string =>
  `/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const reviewPath = (release: ReleaseName): string => `${releasePath(release)}/terms`;

export const stringsPath = (release: ReleaseName, language: string): string =>
  `${releasePath(release)}/strings?language=${encodeURIComponent(language)}`;

export const againPath = ({ project, name }: ReleaseName): string =>
  `${newReleasePath}?${new URLSearchParams({ from: `${project}/${name}` }).toString()}`;
/** The form for a new release, filled with this one but for the name. */
export const duplicatePath = (release: ReleaseName): string => `${againPath(release)}&as=copy`;

export const amendPath = (release: ReleaseName): string => `${releasePath(release)}/amend`;

/** The gateway serves the report: it is a document of its own, not a page of the console. */
export const reportPath = (release: ReleaseName): string => `/api${releasePath(release)}/report`;

/** The first request gets more terms than a screen shows, but few enough for a slow connection. */
export const FIRST_TERMS = 100;
export const firstTermsPath = (release: ReleaseName): string =>
  `/api${reviewPath(release)}?offset=0&limit=${FIRST_TERMS}`;
