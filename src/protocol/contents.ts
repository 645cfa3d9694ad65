/** How contents travel to a gateway: each under its SHA-256, and a large one in parts that are joined there. */

/** Within the time that a gateway takes for a request, also on a slow line; and little to send again after a cut. */
export const CONTENT_PART_BYTES = 1024 * 1024;
/** Of one content. */
export const MOST_CONTENT_PARTS = 256;
