/** Only these patterns are created at run time. All others are literals, which `npm run check` analyses. */

export const literalPattern = (text: string, flags: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);

/** The source comes from the code: it was generated from the schemas. */
export const shapePattern = (source: string): RegExp => new RegExp(source);
