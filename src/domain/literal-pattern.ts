/** Finds a text as it stands, none of its characters meaning anything else. */
export const literalPattern = (text: string, flags: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);
