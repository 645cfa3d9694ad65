/** Releases that pass through every stage: review, translation, supplement, publish, export and announcement. */
import { confirmTermsSignal } from '../../src/protocol/messages';
import type { Product } from './product';

/** As many as run at once: each has a project of its own, and so nobody waits for a turn to publish. */
export const LANES = 20;
export const laneProjects: readonly string[] = [
  'default',
  ...Array.from({ length: LANES - 1 }, (_, index) => `lane-${index + 1}`),
];

/** Quick services, so that what is measured is never the waiting for them. */
export const quickServices = { speed: 20 };

/** Runs one to its end. Each has a term of its own: a scan leaves out what the termbase has from the one before. */
export async function runWholeRelease(
  product: Pick<Product, 'begin'>,
  name: string,
  lane: number,
): Promise<void> {
  const strings = [
    { string_id: 'greeting', content: `Hello, Keeper K-${name}!` },
    { string_id: 'keep', content: `Nobody knows where Keeper K-${name} sleeps.` },
  ];
  const handle = await product.begin(name, strings, {
    project: laneProjects[lane] ?? 'default',
    supplementLanguages: ['fr'],
    terms: { confirmation: 'operator' },
    announce: { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' },
  });
  await handle.signal(confirmTermsSignal, { by: 'bench' });
  const { state, problem } = await handle.result();
  if (state !== 'done') throw new Error(`Release ${name} is ${state}: ${problem?.code ?? ''}`);
}
