/** The formats of `files --as`, apart from their writers so that commands need not load those. */
export const exportFormatNames = [
  'json',
  'json-nested',
  'json-list',
  'yaml',
  'yaml-nested',
  'yaml-rails',
  'po',
  'xliff',
  'android',
  'apple',
  'properties',
  'arb',
  'resx',
  'ini',
  'csv',
  'tsv',
] as const;

export type ExportFormatName = (typeof exportFormatNames)[number];

/** The format of the release's own source files. */
export const AS_SOURCE = 'source';
