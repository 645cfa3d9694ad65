/** Parts of what is said that several operations share. */
import * as z from 'zod';
import { nameFault } from '../domain/identity';

/** <project>/<name>, or <name>; who speaks hears what is wrong with it from whoever looks for it. */
export const release = z.string().min(1).max(500);
export const project = z.string().refine((text) => nameFault(text) === null, 'is not the name of a project');
export const reason = z.string().max(2000).optional();
export const limit = z.int().min(1).max(1_000_000);
export const text = z.string().max(2000);
export const texts = z.array(z.string().max(500)).max(500);
