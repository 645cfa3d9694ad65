const NAMES_ANOTHER_SERVICE = /^(TEMPORAL_.*|HOME|XDG_CONFIG_HOME|USERPROFILE|APPDATA)$/i;

/**
 * The environment for a `temporal` process of ours: nothing in it names another Temporal service. The home
 * directory goes too, because the CLI reads profiles below it and keeps a file of its own there.
 */
export function withoutTemporalSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NAMES_ANOTHER_SERVICE.test(name)));
}
