/** The report on one release as data, before it becomes Markdown or HTML. */
import { durationText } from '../../domain/text/duration';
import { releaseId } from '../../domain/release/identity';
import type { ReleaseManifest, RollbackManifest } from '../../domain/release/manifest-schema';
import type { ContentStore } from '../../store/content-store';
import type { SignatureState } from '../../store/manifest-seal';
import { closedAddress } from '../../store/source-address';
import { sourceDifference } from '../releases/content-difference';
import type { ArchivedReleases, ReadManifest } from './archived-releases';
import { announcedTargets, archivedView, announcedText } from './archived-view';
import { stageTitles } from '../../domain/release/stages';
import { decisionWords } from '../stories/describe-message';
import { accountName, causeText } from '../../domain/problems/failed-account';
import { utcForm } from '../../domain/problems/problem';
import { describeProblem } from '../../domain/problems/problem-catalogue';
import type { AnnouncedTarget, ReleaseView } from '../../domain/release/status';
import { targetOutcome } from '../../domain/release/target-outcome';
import { counted } from '../../domain/text/counted';

export interface ReleaseReport {
  title: string;
  state: Content['state'];
  facts: [name: string, value: string][];
  sections: ReportSection[];
}

export interface ReportSection {
  title: string;
  lines: string[];
  table: { head: string[]; rows: Cell[][] } | null;
}

export type Cell = string | { text: string; href: string };

export async function readReport(
  { archive, store }: { archive: ArchivedReleases; store: ContentStore },
  record: ReadManifest<ReleaseManifest>,
): Promise<ReleaseReport> {
  const { manifest } = record;
  const before = await archive.before(manifest);
  return releaseReport({
    ...record,
    before: before && {
      id: releaseId(before.content),
      changes: await changesSince(store, before, manifest),
    },
    rollbacks: await archive.rollbacks(manifest.content),
  });
}

interface ReportSources extends Pick<ReadManifest<ReleaseManifest>, 'manifest' | 'signature'> {
  /** The previous release of the project, and the differences from it. */
  before: { id: string; changes: string[] } | null;
  rollbacks: readonly RollbackManifest[];
  /** Why the manifest is not to be trusted. */
  faults: readonly string[];
}

export function releaseReport(sources: ReportSources): ReleaseReport {
  const { manifest, faults } = sources;
  const { content, run } = manifest;
  const view = archivedView(manifest);
  const sections = [
    list('This record was changed', faults),
    list('Problem', problemLines(manifest)),
    changeSection(sources),
    decisionSection(view, content),
    rollbackSection(sources.rollbacks),
    fileSection(content),
    announcementSection(manifest),
    stageSection(view),
    table(
      'Calls that changed something',
      ['Stage', 'Trace id'],
      run.calls.map(({ stage, traceId }) => [stageTitles[stage], traceId]),
    ),
    list('Warnings', content.warnings),
  ];
  return {
    title: releaseId(content),
    state: content.state,
    facts: factsOf(sources, view),
    sections: sections.filter(({ lines, table: shown }) => lines.length > 0 || (shown?.rows.length ?? 0) > 0),
  };
}

type Content = ReleaseManifest['content'];

const signatureTexts: Readonly<Record<SignatureState, string>> = {
  none: 'not signed',
  valid: 'signed, and the signature is valid',
  invalid: 'signed, and the signature is NOT valid',
  unchecked: 'signed; set LOCRELEASE_VERIFY_KEY to have the signature checked',
};

function factsOf({ manifest, signature }: ReportSources, { decisions }: ReleaseView): ReleaseReport['facts'] {
  const { content, run, digest } = manifest;
  const { source, terms } = content;
  // A review without terms approved nothing.
  const approval =
    terms?.total === 0 ? null : (decisions.findLast(({ what }) => what === 'confirm terms') ?? null);
  const facts: [string, string | null][] = [
    ['State', content.state],
    ['Languages', content.languages.join(', ')],
    ['Not exported', content.missingLanguages.join(', ')],
    [
      'Source',
      source.kind === 'url'
        ? closedAddress(source.url).url
        : `${counted(source.strings, 'string')}, sha256 ${source.sha256}`,
    ],
    ['Branch', run.branch ?? null],
    ['Started', `${time(run.startedAt)}${content.startedBy === null ? '' : ` by ${content.startedBy}`}`],
    ['Ended', `${time(run.endedAt)}, after ${took(run.startedAt, run.endedAt)}`],
    ['Terms approved by', approval && `${approval.by}, ${time(approval.at)}`],
    ['Terms', terms && `${terms.total} in the list, digest ${terms.digest}`],
    ['Task', run.taskId],
    ['Publish job', run.publishJobId],
    ['Record', `sha256 ${digest}, ${signatureTexts[signature]}`],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

function problemLines({ content, run }: ReleaseManifest): string[] {
  if (content.problem === null || run.problem === null) return [];
  const { message, facts, traceIds } = run.problem;
  const { what, evidence, kept, fix } = describeProblem({ code: content.problem, facts, message }, utcForm);
  return [what, ...evidence.map((line) => line.replace(/^\s*- /, '')), kept, fix, `Code: ${content.problem}`]
    .filter((line) => line !== '')
    .concat(traceIds.map((traceId) => `Trace id: ${traceId}`));
}

function changeSection({ before }: ReportSources): ReportSection {
  if (before === null) return list('What changed', ['This is the first release of the project on record.']);
  const changes = before.changes.length === 0 ? ['Nothing.'] : before.changes;
  return list(`What changed since ${before.id}`, changes);
}

function decisionSection({ decisions }: ReleaseView, { termChanges }: Content): ReportSection {
  const rows = decisions.map((decision) => [
    time(decision.at),
    decision.by,
    decisionWords(decision),
    decision.why ?? '',
  ]);
  return {
    ...table('Who decided what', ['When', 'Who', 'What', 'Why'], rows),
    lines: Object.entries(termChanges).map(
      ([by, count]) => `${by} edited or deleted ${counted(count, 'term')}.`,
    ),
  };
}

function rollbackSection(rollbacks: readonly RollbackManifest[]): ReportSection {
  return table(
    'Rolled back to',
    ['When', 'Who', 'Why', 'Result', 'Languages lost'],
    rollbacks.map(({ content, run }) => [
      time(run.endedAt),
      content.by,
      content.reason ?? '',
      content.state,
      content.lostLanguages.join(', '),
    ]),
  );
}

function fileSection({ completeness, files }: Content): ReportSection {
  const counts = new Map(completeness.map((one) => [one.language, one]));
  const complete = (languages: readonly string[]): string =>
    languages
      .map((language) => {
        const count = counts.get(language);
        if (count === undefined) return language;
        const { percent, otherCase = 0 } = count;
        const cased = otherCase === 0 ? '' : ` (${otherCase} matched without case)`;
        return `${language} ${percent === null ? 'unknown' : `${percent} %`}${cased}`;
      })
      .join(', ');
  return table(
    'Files',
    ['File', 'Languages, and how complete', 'Strings found', 'Bytes', 'SHA-256'],
    files.map(({ name, languages, keys, bytes, sha256, checked }) => [
      name,
      complete(languages),
      checked ? String(keys ?? '') : 'not checked',
      String(bytes),
      sha256,
    ]),
  );
}

function announcementSection(manifest: ReleaseManifest): ReportSection {
  const targets = announcedTargets(manifest);
  const rows = targets.map((target): Cell[] => {
    const { status, errorCode: code, message, link = null } = target;
    const isFailed = targetOutcome(target) === 'failed';
    const seen = link === null ? '' : { text: link, href: link };
    return [nameOf(target), isFailed ? `${status}: ${causeText({ code, said: message })}` : status, seen];
  });
  const text = announcedText(manifest);
  // The service may give no link to a post.
  const shown = rows.some(([, , post]) => post !== '') ? 3 : 2;
  return {
    ...table(
      'Announced',
      ['Account', 'Status', 'Post'].slice(0, shown),
      rows.map((cells) => cells.slice(0, shown)),
    ),
    lines: text === null || rows.length === 0 ? differentTexts(targets) : [`Text: ${text}`],
  };
}

/** The texts of the accounts, when failed ones were retried with another text. */
function differentTexts(targets: readonly AnnouncedTarget[]): string[] {
  const accounts = new Map<string, string[]>();
  for (const { text, ...target } of targets)
    if (text !== undefined) accounts.set(text, [...(accounts.get(text) ?? []), nameOf(target)]);
  return [...accounts].map(([text, names]) => `Text on ${names.join(', ')}: ${text}`);
}

const nameOf = ({ accountId: id, platform, handle }: AnnouncedTarget): string =>
  accountName({ id, platform: platform ?? '', handle });

function stageSection({ stages }: ReleaseView): ReportSection {
  const rows = stages.map(({ name, state, startedAt, endedAt }) => [
    stageTitles[name],
    state,
    startedAt === null ? '' : time(startedAt),
    startedAt === null || endedAt === null ? '' : took(startedAt, endedAt),
  ]);
  const lines = stages.flatMap(({ name, note }) =>
    note === undefined ? [] : [`${stageTitles[name]}: ${note}`],
  );
  return { ...table('Stages', ['Stage', 'State', 'Began', 'Took'], rows), lines };
}

const { time } = utcForm;

function took(from: string, to: string): string {
  return durationText(Math.max(0, Date.parse(to) - Date.parse(from)));
}

function list(title: string, lines: readonly string[]): ReportSection {
  return { title, lines: [...lines], table: null };
}

function table(title: string, head: string[], rows: Cell[][]): ReportSection {
  return { title, lines: [], table: { head, rows } };
}

async function changesSince(
  store: ContentStore,
  { content: before }: ReleaseManifest,
  { content: after }: ReleaseManifest,
): Promise<string[]> {
  return [
    ...(await sourceDifference(store, before.source, after.source)),
    ...named('Languages added', missingIn(before.languages, after.languages)),
    ...named('Languages no longer there', missingIn(after.languages, before.languages)),
    ...named(
      'Files with other content',
      after.files
        .filter((file) => !before.files.some(({ sha256 }) => sha256 === file.sha256))
        .map(({ name }) => name),
    ),
    ...(before.terms?.list === after.terms?.list ? [] : ['The term list has changed.']),
    ...changeOf('Export template', before.export?.templateId ?? 'none', after.export?.templateId ?? 'none'),
    ...changeOf('Export mode', before.export?.mode, after.export?.mode),
    ...changeOf('Escape mode', before.export?.escape, after.export?.escape),
  ];
}

function changeOf(what: string, before: string | null = null, after: string | null = null): string[] {
  return before === null || after === null || before === after
    ? []
    : [`${what}: was ${before}, now ${after}`];
}

function missingIn(there: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((language) => !there.includes(language));
}

function named(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
}
