/** Of all files that a browser sends with a release; the gateway reads them while others wait. */
export const MOST_UPLOADED_BYTES = 16 * 1024 * 1024;
