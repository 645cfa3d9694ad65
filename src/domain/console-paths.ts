/** Where each page of the console is. */
import type { ReleaseName } from './identity';

export const homePath = '/';
export const newReleasePath = '/new';
export const schedulesPath = '/schedules';
export const calendarPath = '/schedules/calendar';
export const insightsPath = '/insights';
/** The place of one among them. */
export const schedulePath = (id: string): string => `${schedulesPath}#${encodeURI(id)}`;

export const releasePath = ({ project, name }: ReleaseName): string =>
  `/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const reviewPath = (release: ReleaseName): string => `${releasePath(release)}/terms`;

/** The same once more, under its name. */
export const againPath = ({ project, name }: ReleaseName): string =>
  `${newReleasePath}?${new URLSearchParams({ from: `${project}/${name}` }).toString()}`;
/** The same under another name. */
export const duplicatePath = (release: ReleaseName): string => `${againPath(release)}&as=copy`;

export const amendPath = (release: ReleaseName): string => `${releasePath(release)}/amend`;

/** Of the gateway, not of the page: the report is a document of its own. */
export const reportPath = (release: ReleaseName): string => `/api${releasePath(release)}/report`;
