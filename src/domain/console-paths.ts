/** Where each page of the console is. */
import type { ReleaseName } from './identity';

export const homePath = '/';
export const schedulesPath = '/schedules';

export const releasePath = ({ project, name }: ReleaseName): string =>
  `/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const reviewPath = (release: ReleaseName): string => `${releasePath(release)}/terms`;
