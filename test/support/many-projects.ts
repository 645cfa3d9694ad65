/** Projects with credentials of their own, as the sandbox, the configuration file and the environment have them. */
import type { SandboxProfileInput } from '../../src/sandbox/profile';

interface ManyProjects {
  sandbox: NonNullable<SandboxProfileInput['projects']>;
  /** Without the first: that is the one of LOCALIZATION_APP_KEY. */
  config: Record<string, { appKeyVariable: string; appSecretVariable: string }>;
  env: Record<string, string>;
}

export function manyProjects(names: readonly string[]): ManyProjects {
  const [first = '', ...others] = names;
  const credentials = others.map((project) => ({
    project,
    appKeyVariable: variableOf(project, 'KEY'),
    appSecretVariable: variableOf(project, 'SECRET'),
  }));
  return {
    sandbox: names.map((id) => ({
      id,
      appKey: `${id}-key`,
      appSecret: `${id}-secret`,
      templates: [{ id: 'tpl-1a2b3c4d', name: 'game-ini' }],
    })),
    config: Object.fromEntries(credentials.map(({ project, ...variables }) => [project, variables])),
    env: {
      LOCALIZATION_APP_KEY: `${first}-key`,
      LOCALIZATION_APP_SECRET: `${first}-secret`,
      ...Object.fromEntries(
        credentials.flatMap(({ project, appKeyVariable, appSecretVariable }) => [
          [appKeyVariable, `${project}-key`],
          [appSecretVariable, `${project}-secret`],
        ]),
      ),
    },
  };
}

const variableOf = (project: string, what: string): string =>
  `${project.toUpperCase().replaceAll('-', '_')}_${what}`;
