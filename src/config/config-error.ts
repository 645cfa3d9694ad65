/** Bad or missing configuration; the message names the variable, or the file and key. Commands exit with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export class UnknownProject extends ConfigError {}

/** null: something that `make` needs is not configured. */
export function ifConfigured<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
