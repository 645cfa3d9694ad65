/** Terms as a person keeps them: a list in JSON or YAML, or a table as a spreadsheet saves it. */
import { extname } from 'node:path';
import type { NewTerm, TermChange } from '../localization/requests';
import { termDecisions, type TermDecision } from './check-decisions';
import { checkTerms, newTerms, termChanges, type TermKind } from './check-terms';
import { readCsvTerms, type CsvReading } from './csv-terms';
import { InputError, unlessReported, type Report } from './input-error';
import { MOST_TRANSLATED_NODES, type Located } from './located';
import { parseJson } from './parse-json';
import { parseYaml } from './parse-yaml';
import { readText } from './read-text';

/** Terms to add, or to merge over those of the same content. */
export function readNewTerms(file: string, reading: CsvReading = {}): Promise<NewTerm[]> {
  return readTerms(file, newTerms, reading);
}

/** Changes to terms that the termbase has, by their id; their source language cannot be changed. */
export function readTermChanges(file: string, reading: CsvReading = {}): Promise<TermChange[]> {
  return readTerms(file, termChanges, reading);
}

/** What a reviewer decided about scanned terms. */
export function readTermDecisions(file: string): Promise<TermDecision[]> {
  return readTerms(file, termDecisions);
}

async function readTerms<Term>(
  file: string,
  kind: TermKind<Term>,
  reading: CsvReading = {},
): Promise<Term[]> {
  const readItems = itemReader(file, kind, reading);
  // What Excel calls Unicode text.
  const text = await readText(file, { otherEncoding: 'utf-16' });
  const terms = unlessReported(file, (report) => {
    const items = readItems(text, report);
    return items && checkTerms(items, kind, report);
  });
  if (terms.length > 0) return terms;
  throw new InputError([{ file, line: null, key: null, message: 'has no terms' }]);
}

type ItemReader = (text: string, report: Report) => Located[] | null;

function itemReader<Term>(file: string, kind: TermKind<Term>, reading: CsvReading): ItemReader {
  switch (extname(file).toLowerCase()) {
    case '.json':
      return (text, report) => itemsOf(parseJson(text, report, MOST_TRANSLATED_NODES), kind, report);
    case '.yaml':
    case '.yml':
      return (text, report) => itemsOf(parseYaml(text, report, MOST_TRANSLATED_NODES), kind, report);
    case '.csv':
    case '.tsv':
    case '.txt':
      return (text, report) => readCsvTerms(text, kind, report, reading);
    default: {
      const message = 'must be a .json, .yaml, .yml, .csv, .tsv or .txt file';
      throw new InputError([{ file, line: null, key: null, message }]);
    }
  }
}

function itemsOf<Term>(root: Located | null, { listKey }: TermKind<Term>, report: Report): Located[] | null {
  if (root === null) return null;
  if (root.kind === 'list') return root.items;
  const held = root.kind === 'mapping' ? root.members.find(({ key }) => key === listKey)?.value : undefined;
  if (held?.kind === 'list') return held.items;
  report({ line: root.line, key: null, message: 'must be a list of terms' });
  return null;
}
