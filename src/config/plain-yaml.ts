import { loadAll, YAMLException } from 'js-yaml';

class BadYaml extends Error {
  override readonly name = 'BadYaml';
}

/** What repeats itself by aliases can grow without bound; a file of settings needs a few at most. */
const MOST_ALIASES = 100;

/** What a YAML text holds; undefined: nothing. What is thrown quotes nothing of it, for it may hold a secret. */
export function plainYaml(text: string): unknown {
  try {
    const documents = loadAll(text, { maxAliases: MOST_ALIASES });
    if (documents.length > 1) throw new BadYaml('it holds more than one document');
    return documents[0];
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [reason = ''] = error.reason.split(/["'<!]/, 1);
    const place = error.mark === undefined ? '' : `line ${error.mark.line + 1}: `;
    throw new BadYaml(place + reason.trimEnd());
  }
}
