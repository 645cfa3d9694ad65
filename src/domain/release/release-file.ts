import * as z from 'zod';
import { announcementTextFault } from './announcement-text';
import { checked, date, distinct, duration, language, name, zonedTime } from '../fields';

const languages = z
  .array(language)
  .max(200, 'may name 200 languages at most')
  .refine(distinct, 'names a language twice');

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(4000)
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not contain a user name or password; use a signed link, or a source.file',
  );

/** A name, or a number for a table without a header; a table whose columns are all numbers has no header. */
const column = z.union([z.string().trim().min(1).max(200), z.int().min(1).max(16_384)], {
  error: ({ input }) =>
    input === undefined ? 'is missing' : 'must be the name of a column, or its number from 1',
});
const columnNames = z.strictObject({
  id: column,
  content: column,
  comment: column.exactOptional(),
  context: column.exactOptional(),
  /** In characters. */
  maxLength: column.exactOptional(),
});
export type ColumnNames = z.output<typeof columnNames>;

const path = z.string().min(1);

export interface SourceFiles {
  /** Paths, and patterns such as `strings/**\/*.json`. Patterns are relative to `directory`. */
  file: string | string[];
  /** The table's column names; absent: `string_id` and `content`. */
  columns?: ColumnNames;
  sheet?: string;
  /** Whether ids begin with the path of their file relative to `directory`. */
  prefix?: 'path';
  /** The directory of the release file, set only if it matters. */
  directory?: string;
}

/** A union of two objects could only report for a misspelt key that neither of the two matched. */
const source = z
  .strictObject({
    file: z.union([path, z.array(path).nonempty().max(1000)], 'must be a path or a list of paths').optional(),
    url: webUrl.optional(),
    columns: columnNames.optional(),
    sheet: z.string().min(1).max(200).optional(),
    prefix: z.literal('path').optional(),
  })
  .transform(({ file, url, columns, sheet, prefix }, ctx): SourceFiles | { url: string } => {
    const issue = (key: string | null, message: string): void =>
      ctx.addIssue({ code: 'custom', path: key === null ? [] : [key], message });
    if ((file === undefined) === (url === undefined)) {
      issue(null, 'must have either file or url');
      return z.NEVER;
    }
    if (url !== undefined) {
      for (const [key, value] of Object.entries({ columns, sheet, prefix }))
        if (value !== undefined) issue(key, 'cannot be used together with url');
      return { url };
    }
    const files = [file ?? []].flat();
    if (columns !== undefined && !files.some((one) => TABLES.test(one)))
      issue('columns', 'is only for .csv, .tsv and .xlsx files');
    if (sheet !== undefined && !files.some((one) => WORKBOOKS.test(one)))
      issue('sheet', 'is only for .xlsx files');
    return {
      file: file ?? [],
      ...(columns && { columns }),
      ...(sheet !== undefined && { sheet }),
      ...(prefix && { prefix }),
    };
  });

/** The format is known by the end of a path, or of a pattern such as `*.{csv,json}`. */
const TABLES = /(csv|tsv|xlsx|[*?}])$/i;
const WORKBOOKS = /(xlsx|[*?}])$/i;

const terms = z.strictObject({
  scan: z.boolean().default(true),
  confirmation: z.enum(['operator', 'automatic']).default('operator'),
  deadline: duration.default(3 * 86_400_000),
  reminders: z.array(duration).max(10).default([]),
  onDeadline: z.enum(['reject', 'confirm']).default('reject'),
});

/** Late languages can be translated without the translation memory or the termbase. */
const supplement = z.strictObject({ skipTm: z.boolean().default(false), skipTb: z.boolean().default(false) });

const budget = z
  .strictObject({
    /** Words of the source, in all languages together. */
    words: z.int().positive().optional(),
    /** In the currency of the configured prices. */
    cost: z.number().positive().optional(),
  })
  .refine(({ words, cost }) => words !== undefined || cost !== undefined, 'must have words or cost');

/** The export directory where the file names none. */
export const DEFAULT_DIRECTORY = 'out';
const waiver = z.strictObject({
  language,
  /** The percentage that is required until the waiver ends. */
  minimum: z.number().min(0).max(100).default(0),
  by: z.string().trim().min(1).max(100),
  reason: z.string().trim().min(1).max(500),
  /** The last day, in UTC. */
  until: date,
});

const exportTo = z.strictObject({
  /** Absent: the default template of the project. */
  template: z.string().min(1).optional(),
  /** The list may name languages that the project has and this release does not translate. */
  languages: languages.nonempty().optional(),
  mode: z.enum(['single', 'separate']).optional(),
  escape: z.enum(['escape', 'no-escape']).optional(),
  filename: z
    .string()
    .regex(
      /^[^/\\\p{Cc}\p{Bidi_Control}]{1,100}$/u,
      'must be a file name without a path or control characters',
    )
    .refine((text) => !text.startsWith('.'), 'must not begin with a dot')
    .optional(),
  directory: z
    .string()
    .min(1)
    .regex(/^\P{Cc}*$/u, 'must be a path without control characters')
    .default(DEFAULT_DIRECTORY),
  /** Percent of the strings that must be translated, by language. */
  minimumComplete: z.record(language, z.number().min(0).max(100)).default({}),
  waivers: z
    .array(waiver)
    .max(50)
    .refine((all) => distinct(all.map((one) => one.language)), 'names a language twice')
    .optional(),
});

const announce = z
  .strictObject({
    accounts: z.array(z.string().min(1)).refine(distinct, 'names an account twice').default([]),
    platforms: z.array(z.string().min(1)).refine(distinct, 'names a platform twice').default([]),
    text: checked(announcementTextFault).optional(),
    postId: z.string().min(1).optional(),
    at: zonedTime.optional(),
    /** Who waits until `at`: this release, or the service with a scheduled post. */
    by: z.enum(['locrelease', 'service']).optional(),
  })
  .superRefine((value, ctx) => {
    const issue = (path: string, message: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (value.text !== undefined && value.postId !== undefined)
      issue('postId', 'cannot be used together with text');
    if (value.text === undefined && value.postId === undefined) issue('text', 'is required (or a postId)');
    if (value.by === 'service' && (value.at === undefined || value.text === undefined))
      issue('by', 'can be service only together with text and at');
    if (value.text !== undefined && value.accounts.length + value.platforms.length === 0) {
      issue('accounts', 'must name at least one account, unless platforms names one');
    }
  });

export const releaseSpec = z
  .strictObject({
    name,
    project: name.default('default'),
    source,
    targetLanguages: languages.nonempty('must name at least one language'),
    supplementLanguages: languages.max(50, 'may name 50 languages at most').default([]),
    supplement: supplement.optional(),
    terms: terms.prefault({}),
    publish: z.boolean().default(true),
    /** Whether a publish may remove languages from strings that are already published. */
    loseLanguages: z.boolean().default(false),
    /** Whether the release may start with languages that the service does not list. */
    allowUnlisted: z.boolean().optional(),
    /** `strict` makes every warning found before anything is paid for stop the release. */
    preflight: z.literal('strict').optional(),
    budget: budget.optional(),
    export: exportTo.optional(),
    announce: announce.optional(),
  })
  .superRefine((spec, ctx) => {
    const issue = (path: (string | number)[], message: string): void =>
      ctx.addIssue({ code: 'custom', path, message });
    const { minimumComplete = {}, waivers = [], languages: exported = [] } = spec.export ?? {};
    const late = spec.supplementLanguages.find((code) => spec.targetLanguages.includes(code));
    if (late !== undefined)
      issue(['supplementLanguages'], `names ${late}, which is a target language already`);
    const known = [...spec.targetLanguages, ...spec.supplementLanguages, ...exported];
    const unmeasured = Object.keys(minimumComplete).find((code) => !known.includes(code));
    if (unmeasured !== undefined)
      issue(['export', 'minimumComplete', unmeasured], 'is a language that this release does not export');
    for (const [place, { language }] of waivers.entries())
      if (minimumComplete[language] === undefined)
        issue(
          ['export', 'waivers', place, 'language'],
          'has no minimum in export.minimumComplete that could be waived',
        );
    // The service downloads and counts a source.url and never reports the number.
    if ('url' in spec.source && spec.announce?.text?.includes('{strings}'))
      issue(
        ['announce', 'text'],
        'has {strings}, but the number of strings is not known for a source.url; remove it, or use a source.file',
      );
    if (spec.terms.reminders.some((reminderMs) => reminderMs >= spec.terms.deadline))
      issue(['terms', 'reminders'], 'must all fall before the deadline');
  });

export type ReleaseFile = z.input<typeof releaseSpec>;
export type ReleaseSpec = z.output<typeof releaseSpec>;

export const releaseDefaults = {
  project: 'default',
  supplementLanguages: [],
  supplement: supplement.parse({}),
  terms: terms.parse({}),
  publish: true,
  loseLanguages: false,
  export: { minimumComplete: {} },
  announce: { accounts: [], platforms: [] },
} as const;
