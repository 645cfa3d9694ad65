/** The release's page in the console. */
export function releaseLink(consoleUrl: string, id: string): string {
  return `${consoleUrl.replace(/\/$/, '')}/releases/${id}`;
}
