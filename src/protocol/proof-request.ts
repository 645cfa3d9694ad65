/** A command that carries an operator's token asks the gateway for proof of it, because only the gateway can give one. */
import * as z from 'zod';
import { name } from '../domain/fields';
import { operatorProof } from '../domain/release/source-schema';

export const proofRequest = z.strictObject({
  what: z.enum(['start', 'confirm']),
  release: z.strictObject({ project: name, name }),
  about: z.string().min(1).max(100),
});
export type ProofRequest = z.output<typeof proofRequest>;

export const provenSpeaker = z.object({ by: z.string(), proof: operatorProof });
