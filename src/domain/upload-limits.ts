/** What a browser sends of a release. */

/** Of all its files together; the gateway reads them while others wait. */
export const MOST_UPLOADED_BYTES = 16 * 1024 * 1024;

/** What the text of the release is called where something is wrong in it. */
export const UPLOADED_FILE = 'release.yaml';
