import { releaseReport } from '../../../../src/client/records/release-report';
import { reportHtml, reportMarkdown } from '../../../../src/client/records/report-text';
import { utcForm } from '../../../../src/domain/problems/problem';
import type { ReleaseRecord } from '../../../../src/domain/release/release-record';
import { endedAt, manifestWith } from '../../../support/manifest';

const hostile = `<script>alert('x')</script> "quoted" & | [a](javascript:alert(1)) \`code\`\n# heading \u001b[2J\u202e`;

function reportOf(changes: Partial<ReleaseRecord>) {
  return releaseReport({
    manifest: manifestWith(changes),
    before: { id: 'default/game-0', changes: ['Languages added: ja'] },
    rollbacks: [],
    faults: [],
    signature: 'none',
  });
}

const announced = (link: string): Partial<ReleaseRecord> => ({
  announcement: {
    postId: 'post_1',
    publishSentAt: endedAt,
    accepted: true,
    retries: {},
    number: 1,
    targets: [
      {
        accountId: 'acc_1',
        platform: 'x',
        handle: '@studio',
        status: 'published',
        errorCode: null,
        message: null,
        link,
      },
    ],
  },
});

it('tells what changed, who approved, what was exported and where it was announced', () => {
  const text = reportMarkdown(reportOf(announced('https://x.example/1')));
  expect(text).toContain('# default/game-1\n');
  expect(text).toContain(`- **Terms approved by:** olga, ${utcForm.time(endedAt)}`);
  expect(text).toContain('## What changed since default/game-0\n\n- Languages added: ja');
  expect(text).toContain(`| ${utcForm.time(endedAt)} | olga | confirmed the terms | looks right |`);
  expect(text).toContain('| @studio (x, acc\\_1) | published | <https://x.example/1> |');
});

it('tells a problem in sentences, and its code by itself', () => {
  const manifest = manifestWith({});
  manifest.content.problem = 'announcement_partial';
  manifest.run.problem = { message: 'Released.\n- @studio: refused', facts: {}, traceIds: [] };
  const sources = { before: null, rollbacks: [], faults: [], signature: 'none' } as const;
  const section = releaseReport({ manifest, ...sources }).sections.find(({ title }) => title === 'Problem');
  expect(section?.lines[0]).not.toContain('announcement_partial');
  expect(section?.lines).toContain('Code: announcement_partial');
});

it('shows hostile texts as texts, in HTML', () => {
  const decisions = [{ at: endedAt, by: hostile, what: hostile, why: hostile }];
  const html = reportHtml(reportOf({ decisions, warnings: [hostile], ...announced('javascript:alert(1)') }));
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/href="javascript:/);
  expect(html).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
  expect(html).not.toMatch(/ src=|<link|@import|url\(/);
  expect(reportHtml(reportOf(announced('https://x.example/1')))).toContain('<a href="https://x.example/1"');
});

it('shows hostile texts as texts, in Markdown', () => {
  const decisions = [{ at: endedAt, by: 'olga', what: hostile, why: null }];
  const text = reportMarkdown(reportOf({ decisions }));
  expect(text).not.toMatch(/(?<!\\)<script/);
  expect(text).not.toMatch(/(?<!\\)\[a/);
  expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
  const row = text.split('\n').find((line) => line.includes('olga') && line.startsWith('|'));
  expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
});

it('writes out what would move a cursor or turn letters around, in both', () => {
  const report = reportOf({ warnings: [hostile] });
  for (const text of [reportHtml(report), reportMarkdown(report)]) {
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(text).toContain('u001b');
  }
});

it('as a page has landmarks, and leads back to the release where there is a console', () => {
  const report = reportOf(announced('https://x.example/1'));
  const html = reportHtml(report, '/releases/default/game-1');
  expect(html).toContain('<a href="/releases/default/game-1">Back to the release</a>');
  expect(html).toMatch(/<main>[^]*<section aria-label="Announced">[^]*<\/main>/);
  expect(reportHtml(report)).not.toContain('<nav');
  // Times as people read them.
  expect(html).not.toMatch(/\dT\d\d:/);
});
