/** Renders the report as Markdown. All content is escaped, so that none of it becomes markup. */
import { markdownText as plain } from '../../domain/text/visible-text';
import type { Cell, ReleaseReport, ReportSection } from './release-report';

export function reportMarkdown({ title, facts, sections }: ReleaseReport): string {
  const top = [
    `# ${plain(title)}`,
    facts.map(([name, value]) => `- **${name}:** ${plain(value)}`).join('\n'),
  ];
  return `${[...top, ...sections.map(section)].join('\n\n')}\n`;
}

function section({ title, lines, table }: ReportSection): string {
  const parts = [`## ${plain(title)}`];
  if (table !== null && table.rows.length > 0) {
    parts.push(
      [
        row(table.head),
        row(table.head.map(() => '---')),
        ...table.rows.map((cells) => row(cells.map(cell))),
      ].join('\n'),
    );
  }
  if (lines.length > 0) parts.push(lines.map((line) => `- ${plain(line)}`).join('\n'));
  return parts.join('\n\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** An address becomes an autolink, which shows where it leads. */
const cell = (value: Cell): string => {
  const text = typeof value === 'string' ? value : value.text;
  // An escape within an address would be read as a part of it.
  return /^https?:\/\/[^\s<>|\\]+$/.test(text) ? `<${text}>` : plain(text);
};
