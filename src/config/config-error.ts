/** Bad or missing configuration; the message names the variable or the file and key. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A project that the configuration does not have. */
export class UnknownProject extends ConfigError {}

/** null: what it needs is not configured here. */
export function ifConfigured<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
