import { InputError } from '../../../src/source/input-error';
import type { TemporalAccess } from '../../../src/operations/operation';
import { startOperations } from '../../../src/operations/start-operations';

const who = { name: () => 'olga', prove: () => Promise.resolve({ by: 'olga' }) };

it('takes over no waiver that has ended, as a start does not', async () => {
  const text = `name: game
source: { url: https://example.com/strings.xlsx }
targetLanguages: [ja]
export:
  template: ini
  minimumComplete: { ja: 90 }
  waivers:
    - { language: ja, by: olga, reason: late, until: 2020-01-01 }
`;
  const wanted = {
    ...{ file: 'release.yaml', text, directory: null, source: null },
    ...{ announce: true, loseLanguages: false, allowUnlisted: false },
  };
  const config = { projectNames: ['default'], project: () => ({}) };
  const amending = startOperations.amend.run(
    { config, readsFiles: true, store: {} } as unknown as TemporalAccess,
    { id: 'game', wanted, amendment: null },
    who,
  );
  await expect(amending).rejects.toThrow(InputError);
  await expect(amending).rejects.toThrow(
    'release.yaml:8: export.waivers[0].until: The waiver of olga for ja ended on 2020-01-01. Give it a later date, or remove it. Nothing was changed.',
  );
});
