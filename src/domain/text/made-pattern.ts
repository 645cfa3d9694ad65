/** The only patterns that are made while the product runs. All others stand in the code, where `npm run check` reads them. */

/** Finds a text as it stands, none of its characters meaning anything else. */
export const literalPattern = (text: string, flags: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);

/** Of a shape that was written from our schemas: there it stands in the code. */
export const shapePattern = (source: string): RegExp => new RegExp(source);
