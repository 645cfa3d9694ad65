import { localizationClient, startStillSandbox } from './support';

it('lists every supported language with its name', async () => {
  const sandbox = await startStillSandbox({ languages: ['en', 'zh-cn', 'ja', 'x!'] });
  const { data } = await localizationClient(sandbox).languages();
  expect(data).toEqual([
    { code: 'en', name: 'English' },
    { code: 'zh-cn', name: expect.stringContaining('Chinese') as string },
    { code: 'ja', name: 'Japanese' },
    { code: 'x!', name: 'x!' },
  ]);
});
