/** A command with an operator's token requests a signed proof, which only the gateway can make. */
import * as z from 'zod';
import { name, operatorProof } from '../domain/fields';

export const proofRequest = z.strictObject({
  what: z.enum(['start', 'confirm']),
  release: z.strictObject({ project: name, name }),
  about: z.string().min(1).max(100),
});
export type ProofRequest = z.output<typeof proofRequest>;

export const provenSpeaker = z.object({ by: z.string(), proof: operatorProof });
