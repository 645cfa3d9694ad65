/** Renders the report as Markdown, and as one self-contained HTML file without scripts and external resources. */
import { createHash } from 'node:crypto';
import { visibleText, markdownText as plain } from '../../domain/text/visible-text';
import type { Cell, ReleaseReport, ReportSection } from './release-report';

const STYLE = `
:root { color-scheme: light dark; --line: #d8dde6; --soft: #5b6472; --paper: #fff; --ink: #1a1f29; --shade: #f4f6f9; }
@media (prefers-color-scheme: dark) { :root { --line: #343b47; --soft: #9aa4b2; --paper: #14181f; --ink: #e8ebf0; --shade: #1c222b; } }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
.state { font-size: .85rem; font-weight: 600; vertical-align: middle; margin-left: .6rem; padding: .2rem .6rem; border-radius: 1rem; background: #6b7280; color: #fff; }
.done { background: #14713c; } .partial { background: #92590a; } .failed, .rejected, .cancelled { background: #a8261c; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
.long { overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; background: var(--shade); white-space: nowrap; }
nav { margin-bottom: 1rem; } ul { margin: .4rem 0; padding-left: 1.2rem; } a { color: inherit; }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem; } section { overflow-x: auto; } th { white-space: normal; } .long { min-width: 8rem; } }
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light; --line: #c9ced8; --soft: #444c58; --paper: #fff; --ink: #000; --shade: #f4f6f9; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h1 { font-size: 1.4rem; margin-bottom: .8rem; } h2 { margin-top: 1.2rem; break-after: avoid; }
  thead { display: table-header-group; } tr, li { break-inside: avoid; }
  .state { color: #000; background: none; border: 1px solid #000; } nav { display: none; }
}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** A server of the file sends the same policy in its header. */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** `back` is the address of the release's page in the console. */
export function reportHtml(
  { title, state, facts, sections }: ReleaseReport,
  back: string | null = null,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${escaped(REPORT_POLICY)}">
<title>${escaped(title)}: ${escaped(state)}</title>
<style>${STYLE}</style>
</head>
<body>
${
  back === null
    ? ''
    : `<nav aria-label="Console"><a href="${escaped(back)}">Back to the release</a></nav>
`
}<main>
<h1>${escaped(title)}<span class="state ${escaped(state)}">${escaped(state)}</span></h1>
<dl>
${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}
</dl>
${sections.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function section({ title, lines, table }: ReportSection): string {
  const parts = [`<section aria-label="${escaped(title)}">`, `<h2>${escaped(title)}</h2>`];
  if (table !== null && table.rows.length > 0) {
    const head = table.head.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
    const rows = table.rows.map(
      (cells) =>
        `<tr>${cells.map((value) => `<td${hasLongWord(value) ? ' class="long"' : ''}>${cell(value)}</td>`).join('')}</tr>`,
    );
    parts.push(`<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`);
  }
  if (lines.length > 0) parts.push(`<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`);
  parts.push('</section>');
  return parts.join('\n');
}

/** A checksum or an address may break anywhere; words are not broken. */
function hasLongWord(value: Cell): boolean {
  return /\S{25}/.test(typeof value === 'string' ? value : value.text);
}

/** Only a web address becomes a link. */
function cell(value: Cell): string {
  if (typeof value === 'string') return escaped(value);
  const { text, href } = value;
  if (!/^https?:\/\//i.test(href)) return escaped(text);
  return `<a href="${escaped(href)}" rel="noreferrer noopener">${escaped(text)}</a>`;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

export function reportMarkdown({ title, facts, sections }: ReleaseReport): string {
  const top = [
    `# ${plain(title)}`,
    facts.map(([name, value]) => `- **${name}:** ${plain(value)}`).join('\n'),
  ];
  return `${[...top, ...sections.map(markdownSection)].join('\n\n')}\n`;
}

function markdownSection({ title, lines, table }: ReportSection): string {
  const parts = [`## ${plain(title)}`];
  if (table !== null && table.rows.length > 0) {
    parts.push(
      [
        row(table.head),
        row(table.head.map(() => '---')),
        ...table.rows.map((cells) => row(cells.map(markdownCell))),
      ].join('\n'),
    );
  }
  if (lines.length > 0) parts.push(lines.map((line) => `- ${plain(line)}`).join('\n'));
  return parts.join('\n\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** An address becomes an autolink, which shows where it leads. */
const markdownCell = (value: Cell): string => {
  const text = typeof value === 'string' ? value : value.text;
  // An escape within an address would be read as a part of it.
  return /^https?:\/\/[^\s<>|\\]+$/.test(text) ? `<${text}>` : plain(text);
};
