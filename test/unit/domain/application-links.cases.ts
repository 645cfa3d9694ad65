import { applicationLinks, withLinks } from '../../../src/domain/application-links';
import { parkStage } from '../../../src/domain/release/release-transitions';
import { textOf } from '../../../src/domain/problems/problem-catalogue';
import { newRecord } from '../../../src/domain/release/release-record';
import { releaseSpec } from '../../../src/domain/release/release-file';

const links = applicationLinks({
  accounts: 'https://app.example/accounts',
  drafts: 'https://app.example/drafts',
  dashboard: 'https://app.example/',
});

describe('an advice that sends a person to the application', () => {
  it.each([
    ['Authorize the account again in the application, then retry.', 'https://app.example/accounts'],
    ['Delete all but one draft in the application.', 'https://app.example/drafts'],
    ["Add these scopes in the application's integration settings.", 'https://app.example/'],
  ])('"%s" says where that is', (advice, link) => {
    const told = withLinks(advice, links);
    expect(told).toContain(` (${link})`);
    expect(told.replace(` (${link})`, '')).toBe(advice);
    expect(withLinks(told, links)).toBe(told);
  });

  it('names the page of each sentence, and nothing where no address was told', () => {
    const advice = 'Connect one in the application. Change the post in the application.';
    expect(withLinks(advice, links)).toBe(
      'Connect one in the application (https://app.example/accounts). Change the post in the application (https://app.example/drafts).',
    );
    expect(withLinks(advice, {})).toBe(advice);
    expect(withLinks('Nothing is wrong with the account.', links)).toBe('Nothing is wrong with the account.');
  });

  it('says so in the problem of a release that is parked', () => {
    const spec = releaseSpec.parse({ name: 'r', source: { file: 'a.json' }, targetLanguages: ['ja'] });
    const source = { kind: 'snapshot' as const, sha256: 'a'.repeat(64), strings: 1 };
    const record = newRecord({ spec, source, startedBy: null }, 'run');
    record.settings = {
      minCheckIntervalMs: 1,
      templateId: null,
      templateLanguages: [],
      accounts: [],
      links,
      fourEyes: false,
      quietHours: null,
    };
    const advice = 'Authorize the expired account again in the application.';
    const facts = { refusedBy: 'social', call: 'POST /posts', said: 'needs_reauth', shape: null, advice };
    parkStage(record, 'announce', { code: 'needs_reauth', facts }, '2026-01-01T00:00:00.000Z');
    expect(textOf(record.problem ?? { code: '', facts: {} })).toContain(
      'in the application (https://app.example/accounts).',
    );
  });
});

it.each([
  ['javascript:alert(1)'],
  ['/accounts'],
  ['https://a b'],
  [7],
  [null],
  [`https://a/${'x'.repeat(2000)}`],
])('%j is no address to be sent to', (told) => expect(applicationLinks({ accounts: told })).toEqual({}));
