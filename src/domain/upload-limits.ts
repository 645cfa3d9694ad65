/** The limit for all files of an upload together: the gateway reads them while other requests wait. */
export const MOST_UPLOADED_BYTES = 16 * 1024 * 1024;

/** Error messages call the uploaded release text by this name. */
export const UPLOADED_FILE = 'release.yaml';
