/** Where each page is. */
interface ReleaseName {
  project: string;
  name: string;
}

export const homePath = '/';
export const schedulesPath = '/schedules';

export const releasePath = ({ project, name }: ReleaseName): string =>
  `/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const reviewPath = (release: ReleaseName): string => `${releasePath(release)}/terms`;
