import * as z from 'zod';
import type { Config } from '../config/config';
import { UnknownProject } from '../config/config-error';
import { name } from '../domain/fields';
import { releaseStates } from '../domain/release/release-states';
import type { OwnCallback } from '../domain/work-schema';
import { putAddress } from '../store/source-address';
import type { StoreWriter } from '../store/unwritten-store';

/** <project>/<name>, or <name>; the lookup reports what is wrong with it. */
export const release = z.string().min(1).max(500);
export const project = name;
export const state = z.enum(releaseStates);
export const reason = z.string().max(2000).optional();
export const limit = z.int().min(1).max(1_000_000);
export const text = z.string().max(2000);
export const texts = z.array(z.string().max(500)).max(500);

/** An address of the caller that the service notifies of its work. */
export const callback = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2000),
    events: z.array(z.string().min(1).max(100)).max(100),
  })
  .optional();

/** The address may contain a secret of its receiver, so the whole of it goes to the store only. */
export async function storedCallback(
  store: StoreWriter,
  asked: z.output<typeof callback>,
): Promise<{ callback?: OwnCallback }> {
  if (asked === undefined) return {};
  return { callback: { address: await putAddress(store, asked.url), events: asked.events } };
}

/**
 * A schema that describes some fields of a type that is defined elsewhere and passes the others through. The fields are
 * checked against the type.
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

/** An unknown project is a typing error, which an empty list would hide. */
export function demandProject(config: Pick<Config, 'project'>, project: string | undefined): void {
  try {
    if (project !== undefined) config.project(project);
  } catch (error) {
    // A project without its credentials is still known.
    if (error instanceof UnknownProject) throw error;
  }
}
