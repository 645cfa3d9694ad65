/** Who changed single terms of a termbase, and why, is kept as it is for files. */
import { openTermbaseArchive } from '../../../src/client/glossary/glossary';
import type { ServiceAccess } from '../../../src/operations/operation';
import { serviceOperations } from '../../../src/operations/service-operations';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const who = { name: () => 'olga', prove: () => Promise.resolve({ by: 'olga' }) };

it('keeps who changed and deleted single terms, and why', async () => {
  const config = { store: { kind: 'directory', directory: scratch.path('store') } } as const;
  const client = {
    updateTerms: () => Promise.resolve({ data: { results: [{ status: 'updated', modified: 1 }] } }),
    deleteTerm: () => Promise.resolve({}),
  };
  const access = { config, localization: () => client } as unknown as ServiceAccess;
  const term = { id: 't1', category: 'Item' };
  await serviceOperations.updateTerm.run(access, { project: 'default', term, reason: 'typo' }, who);
  await serviceOperations.deleteTerm.run(access, { project: 'default', id: 't2' }, who);
  const kept = await openTermbaseArchive(config).uploadsOf('default');
  expect(kept.toSorted((one, other) => other.mode.localeCompare(one.mode))).toMatchObject([
    { mode: 'update', by: 'olga', reason: 'typo', terms: ['t1'] },
    { mode: 'delete', by: 'olga', reason: null, terms: ['t2'] },
  ]);
});
