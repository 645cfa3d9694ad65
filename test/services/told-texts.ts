import type { Sandbox } from '../../src/sandbox/sandbox';

/** Every text that a sandbox was set up with: credentials, names, contents, ids. A recording must hold none of them. */
export function toldTexts({ profile: { projects, workspace }, url }: Sandbox): string[] {
  return [
    ...projects.flatMap(({ appKey, appSecret, templates }) => [
      appKey,
      appSecret ?? '',
      ...templates.flatMap(({ id, name }) => [id, name]),
    ]),
    ...workspace.credentials.map(({ token }) => token),
    ...workspace.accounts.flatMap(({ id, handle }) => [id, handle]),
    ...workspace.drafts.flatMap(({ id, text }) => [id, text]),
    ...[workspace.id, workspace.name, url],
    // Of the probe's own task.
    'Hello',
  ].filter((text) => text !== '');
}
