/**
 * The picture that `watch` shows of a release, for a terminal of any size. When rows are scarce, parts are shortened or
 * left out by rank; the reasons for a wait and the commands that end it are the last to go.
 */
import { callWords } from '../../domain/problems/call-problem';
import { durationText } from '../../domain/text/duration';
import { sentence } from '../../domain/text/sentence';
import { stageNames, type StageState } from '../../domain/release/stages';
import type { ReleaseView, Stage } from '../../domain/release/status';
import { type TimeLeft, timeLeftText, releasePart, rowsText } from '../../domain/release/time-left';
import {
  blank,
  copyable,
  cutRows,
  flow,
  piece,
  row,
  sentenceRows,
  widthOf,
  type Piece,
  type Row,
  type Tone,
} from '../terminal/screen-row';
import { joinedText } from '../terminal/terminal-form';
import { nextCommands, reasonTexts, stageMarks, stageTime, stepText, workerText } from './status-text';

export interface Size {
  columns: number;
  rows: number;
}

export interface Watched {
  view: ReleaseView;
  link: string;
  left: TimeLeft | null;
  nowMs: number;
  /** The start of an outage; null when the status is current. */
  silentSinceMs: number | null;
}

const WIDEST_BAR = 60;
const NARROWEST_BAR = 10;
const SPACE_AFTER_BAR = 60;

export function releasePicture(watched: Watched, { columns, rows }: Size): Row[] {
  // The stages' clocks stop during an outage, because nothing newer is known.
  const known = { ...watched, nowMs: watched.silentSinceMs ?? watched.nowMs };
  const head = cutRows(headRows(watched, columns), rows, columns);
  const commands = commandForms(watched, columns);
  const bar = barRows(watched, columns);
  const link = copyable(watched.link, 'quiet', { columns, indent: 0 });
  const hint = sentenceRows('Ctrl-C stops watching. The release continues.', 'quiet', columns);
  // Reasons are cut rather than crowd out the commands.
  const space = rows - heightOf(head);
  const shownCount = commands.map(heightOf).find((height) => height < space) ?? 0;
  const news = cutRows(newsRows(watched, columns), space - shownCount, columns);
  return arranged(
    [
      { rank: 0, forms: [head] },
      { rank: 3, forms: [[...bar, ...stepRows(watched, columns)], bar] },
      { rank: 1, forms: [news], gap: true },
      { rank: 2, forms: commands },
      { rank: 4, forms: [stageRows(known), foldedStages(watched, columns)], gap: true },
      { rank: 6, forms: [languageRows(watched, columns)], gap: true },
      { rank: 7, forms: [accountRows(watched, columns)] },
      { rank: 5, forms: [[link]] },
      { rank: 8, forms: [warningRows(watched, columns)], gap: true },
      { rank: 9, forms: [hint], gap: true },
    ],
    { columns, rows },
  );
}

interface Part {
  /** The lowest rank is the most important. */
  rank: number;
  /** The same content in ever fewer rows. */
  forms: Row[][];
  /** A blank row goes above the part if there is space. */
  gap?: boolean;
}

function arranged(parts: readonly Part[], { columns, rows }: Size): Row[] {
  const chosen = new Map<Part, Row[]>();
  let space = rows;
  for (const part of [...parts].sort((one, other) => one.rank - other.rank)) {
    const form = part.forms.find((each) => heightOf(each) <= space && isNarrow(each, columns)) ?? [];
    chosen.set(part, form);
    space -= heightOf(form);
  }
  const shown = parts.filter((part) => (chosen.get(part) ?? []).length > 0);
  const apart = shown.filter(({ gap = false }, index) => gap && index > 0);
  return shown.flatMap((part) => {
    const form = chosen.get(part) ?? [];
    return apart.length <= space && apart.includes(part) ? [blank, ...form] : form;
  });
}

const isNarrow = (rows: readonly Row[], columns: number): boolean =>
  rows.every(({ pieces, height }) => height > 1 || widthOf(...pieces) <= columns);

const heightOf = (rows: readonly Row[]): number => rows.reduce((height, each) => height + each.height, 0);

const stateTones: Readonly<Record<ReleaseView['state'], Tone>> = {
  running: 'good',
  waiting: 'attention',
  paused: 'attention',
  parked: 'bad',
  partial: 'attention',
  done: 'good',
  rejected: 'bad',
  cancelled: 'bad',
  failed: 'bad',
};

function headRows({ view, nowMs }: Watched, columns: number): Row[] {
  const about = [piece(view.id, 'strong'), piece(view.state, stateTones[view.state])];
  const [first, ...more] = flow(about, { columns, gap: 2 });
  if (first === undefined || more.length > 0) return flow(about, { columns, gap: 2 });
  const startedAt = view.stages.find((stage) => stage.startedAt !== null)?.startedAt ?? null;
  const since = startedAt === null ? '' : `  ${durationText(Math.max(0, nowMs - Date.parse(startedAt)))}`;
  const clock = clockText(nowMs);
  const space = columns - widthOf(...first.pieces, piece(since), piece(clock));
  return space < 2 ? [first] : [row(...first.pieces, piece(`${since}${' '.repeat(space)}${clock}`, 'quiet'))];
}

const clockText = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`;

/** The bar's width depends on the terminal alone, since a bar that shrinks would seem to go back. */
function barRows({ view, left }: Watched, columns: number): Row[] {
  const ended = view.stages.filter(({ state }) => state === 'done' || state === 'skipped').length;
  const count = piece(`  ${ended} of ${stageNames.length} stages`);
  const width = Math.min(
    WIDEST_BAR,
    Math.max(NARROWEST_BAR, columns - SPACE_AFTER_BAR),
    columns - widthOf(count),
  );
  const full = Math.floor(releasePart(view) * width);
  const bar = [piece('█'.repeat(full), 'good'), piece('░'.repeat(width - full), 'quiet'), count];
  if (left === null) return [row(...bar)];
  const time = timeLeftText(left);
  const timePiece = piece(`  ${time}`);
  if (widthOf(...bar, timePiece) <= columns) return [row(...bar, timePiece)];
  return [row(...bar), ...sentenceRows(time, 'plain', columns)];
}

function stepRows({ view: { state, stage, progress } }: Watched, columns: number): Row[] {
  const text = joinedText(', ', stepText(progress), rowsText(stage, progress));
  if (state !== 'running' || stage === null || text === '') return [];
  return sentenceRows(`${stage}: ${text}`, 'plain', columns);
}

function newsRows(watched: Watched, columns: number): Row[] {
  const { view, nowMs, silentSinceMs } = watched;
  const messages: [string, Tone][] = [
    [silentSinceMs === null ? '' : silenceText(silentSinceMs, nowMs), 'bad'],
    [workerText(view), 'bad'],
    [retryText(view, nowMs), 'attention'],
    ...reasonTexts(view, nowMs).map((text): [string, Tone] => [
      text,
      view.problem === null ? 'attention' : 'bad',
    ]),
  ];
  return messages.flatMap(([text, tone]) => (text === '' ? [] : sentenceRows(text, tone, columns)));
}

function silenceText(sinceMs: number, nowMs: number): string {
  return `Temporal does not answer (${durationText(Math.max(1000, nowMs - sinceMs))} so far). The release is kept. Trying again. What is shown is how it was at ${clockText(sinceMs)}.`;
}

function retryText({ retrying }: ReleaseView, nowMs: number): string {
  if (retrying === null) return '';
  const { call, attempt, nextAt, cause } = retrying;
  const leftMs = nextAt === null ? 0 : Date.parse(nextAt) - nowMs;
  const next =
    leftMs > 0 ? `Attempt ${attempt} in ${countdown(leftMs)}.` : `Attempt ${attempt} is under way.`;
  return `Trying again to ${callWords(call)}. ${next} ${sentence(cause)}`;
}

function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** With a heading, without, and only the last command, which ends the wait. */
function commandForms({ view }: Watched, columns: number): Row[][] {
  const commands = nextCommands(view).map((each) => copyable(each, 'strong', { columns, indent: 2 }));
  return commands.length === 0 ? [[]] : [[row(piece('Next:')), ...commands], commands, commands.slice(-1)];
}

const stageTones: Readonly<Record<StageState, Tone>> = {
  pending: 'quiet',
  running: 'good',
  waiting: 'attention',
  done: 'good',
  skipped: 'quiet',
  failed: 'bad',
};

function stageRows({ view, nowMs }: Watched): Row[] {
  return view.stages.map((stage) =>
    row(
      piece(`  ${stageMarks[stage.state]} `, stageTones[stage.state]),
      piece(
        stage.name.padEnd(12),
        isOpen(stage) ? 'strong' : stageTones[stage.state] === 'quiet' ? 'quiet' : 'plain',
      ),
      piece(stageWords(stage, nowMs), 'quiet'),
    ),
  );
}

const isOpen = ({ state }: Stage): boolean => state === 'running' || state === 'waiting';

function stageWords(stage: Stage, nowMs: number): string {
  const isStateShown = ['waiting', 'skipped', 'failed'].includes(stage.state);
  return joinedText('  ', stageTime(stage, nowMs), isStateShown && stage.state);
}

function foldedStages({ view }: Watched, columns: number): Row[] {
  const folded = view.stages.map(({ name, state }) =>
    piece(`${stageMarks[state]} ${name}`, stageTones[state]),
  );
  return flow(folded, { columns, gap: 2 });
}

function languageRows({ view: { languages, export: exported } }: Watched, columns: number): Row[] {
  if (languages.length === 0) return [];
  const known = new Map((exported?.completeness ?? []).map((each) => [each.language, each]));
  const texts = languages.map((language) => {
    const counted = known.get(language);
    if (counted === undefined) return language;
    const { percent, missing, otherCase = 0 } = counted;
    if (percent === null) return `${language} unknown`;
    const cased = otherCase === 0 ? [] : [`${otherCase} matched without case`];
    const lacks = missing === 0 ? [] : [`${missing ?? 0} missing`];
    const more = [...lacks, ...cased].join(', ');
    return `${language} ${missing === 0 ? 'complete' : `${percent.toFixed(1)} %`}${more && ` (${more})`}`;
  });
  return flow([piece('Languages:', 'quiet'), ...listed(texts)], { columns, gap: 1 });
}

function accountRows({ view: { announcement } }: Watched, columns: number): Row[] {
  const targets = announcement?.targets ?? [];
  if (targets.length === 0) return [];
  const texts = targets.map(
    ({ accountId, platform, status }) => `${accountId} (${platform ?? '?'}) ${status}`,
  );
  return flow([piece('Posts:', 'quiet'), ...listed(texts)], { columns, gap: 1 });
}

const listed = (texts: readonly string[]): Piece[] =>
  texts.map((text, index) => piece(index === texts.length - 1 ? text : `${text},`));

function warningRows({ view: { warnings } }: Watched, columns: number): Row[] {
  return warnings.flatMap((warning) => sentenceRows(`Warning: ${warning}`, 'attention', columns));
}
