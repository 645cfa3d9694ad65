/** Parts of what is said that several operations share. */
import * as z from 'zod';
import type { Config } from '../config/config';
import { UnknownProject } from '../config/config-error';
import { name } from '../domain/fields';
import { releaseStates } from '../domain/release/release-states';
import type { OwnCallback } from '../domain/work-schema';
import { putAddress } from '../store/source-address';
import type { StoreWriter } from '../store/unwritten-store';

/** <project>/<name>, or <name>; who speaks hears what is wrong with it from whoever looks for it. */
export const release = z.string().min(1).max(500);
export const project = name;
export const state = z.enum(releaseStates);
export const reason = z.string().max(2000).optional();
export const limit = z.int().min(1).max(1_000_000);
export const text = z.string().max(2000);
export const texts = z.array(z.string().max(500)).max(500);

/** Where the service is to tell whoever asks of what it does. */
export const callback = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2000),
    events: z.array(z.string().min(1).max(100)).max(100),
  })
  .optional();

/** The address may hold a token of its receiver: what stands behind its path is kept in the store. */
export async function storedCallback(
  store: StoreWriter,
  asked: z.output<typeof callback>,
): Promise<{ callback?: OwnCallback }> {
  if (asked === undefined) return {};
  return { callback: { address: await putAddress(store, asked.url), events: asked.events } };
}

/**
 * What comes back, where another room has the type of it: these parts of it are described, and the others come along.
 * The parts are held against the type.
 */
export function outline<Type>() {
  return <Parts extends { [Key in keyof Type]?: z.ZodType }>(
    parts: Parts & {
      [Key in keyof Parts]: Key extends keyof Type
        ? Type[Key] extends z.input<NonNullable<Parts[Key]>>
          ? unknown
          : never
        : never;
    },
  ): z.ZodType<Type, Type> => z.looseObject(parts) as unknown as z.ZodType<Type, Type>;
}

const words = z.string().max(10_000);
const fields = {
  category: words.exactOptional(),
  pic: words.exactOptional(),
  translations: z.record(z.string().max(100), words).exactOptional(),
};

export const newTerm = z.strictObject({ content: words, source_language: z.string().max(100), ...fields });
export const termChange = z.strictObject({
  id: z.string().min(1).max(200),
  content: words.exactOptional(),
  ...fields,
});

/** Of a list in which nothing was found: a project that the configuration does not have is a slip, and no empty list. */
export function demandProject(config: Pick<Config, 'project'>, project: string | undefined): void {
  try {
    if (project !== undefined) config.project(project);
  } catch (error) {
    // Without its credentials, a project is known all the same.
    if (error instanceof UnknownProject) throw error;
  }
}
