/**
 * The picture that `watch` shows of a release, for a terminal of any size. Its parts are in the order of their
 * importance: a small terminal leaves out blank rows first, and then what does not fit at the end.
 */
import { durationText } from '../../domain/text/duration';
import { visibleValue } from '../../domain/text/visible-text';
import { stageNames, type StageState } from '../../domain/release/stages';
import type { ReleaseView } from '../../domain/release/status';
import { type TimeLeft, timeLeftText, releasePart } from '../../domain/release/time-left';
import { beginning, cutToWidth, textWidth } from '../terminal/table';
import { joinedText } from '../terminal/terminal-form';
import {
  nextCommands,
  progressText,
  reasonTexts,
  retryText,
  stageLine,
  targetLines,
  workerText,
} from './status-text';

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

export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'bad' | 'attention';

export interface Row {
  text: string;
  tone: Tone;
  /** The number of terminal rows; more than 1 only when the terminal itself wraps the row. */
  height: number;
}

const WIDEST_BAR = 60;
const NARROWEST_BAR = 10;
const SPACE_AFTER_BAR = 60;

export function releasePicture(watched: Watched, { columns, rows }: Size): Row[] {
  const { view, link, silentSinceMs, nowMs } = watched;
  // The stages' clocks stop during an outage, because nothing newer is known.
  const knownMs = silentSinceMs ?? nowMs;
  const wrap = (tone: Tone, ...texts: readonly string[]): Row[] =>
    texts.flatMap((text) => flow(text.match(WORDS) ?? [], { columns, gap: ' ', tone }));
  const head = headRows(watched, columns);
  const commands = nextCommands(view).map((command) => copyable(command, 'strong', { columns, indent: 2 }));
  const news = [
    ...wrap('bad', silenceText(watched), workerText(view)),
    ...wrap('attention', retryText(view, nowMs)),
    ...wrap(view.problem === null ? 'attention' : 'bad', ...reasonTexts(view, nowMs)),
  ];
  const next = commands.length === 0 ? [] : [rowOf('Next:'), ...commands];
  // The reasons are cut rather than crowd out the commands.
  const cutNews = cutRows(news, rows - heightOf([...head, ...commands]), columns);
  const rest = [
    [...barRows(watched, columns), ...wrap('plain', progressText(view))],
    view.stages.map((stage) =>
      rowOf(cutToWidth(stageLine(stage, knownMs), columns), stageTones[stage.state]),
    ),
    [
      ...wrap('plain', languagesText(view), ...targetLines(view)),
      copyable(link, 'quiet', { columns, indent: 0 }),
    ],
    wrap('attention', ...view.warnings.map((warning) => `Warning: ${warning}`)),
    wrap('quiet', 'Ctrl-C stops watching. The release continues.'),
  ];
  const roomy = [head, [...news, ...next], ...rest]
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [rowOf(''), ...part]));
  if (heightOf(roomy) <= rows) return roomy;
  const tight = [head, cutNews, commands, ...rest].flat();
  return tight.filter((_row, index) => heightOf(tight.slice(0, index + 1)) <= rows);
}

const heightOf = (rows: readonly Row[]): number => rows.reduce((height, each) => height + each.height, 0);

/** Control characters are made visible, so no text can move the cursor or start a row. */
const rowOf = (text: string, tone: Tone = 'plain'): Row => ({
  text: visibleValue(text).replaceAll('\t', ' '),
  tone,
  height: 1,
});

/** Written as one line that the terminal wraps, so that a copy of it is one line again. */
function copyable(text: string, tone: Tone, { columns, indent }: { columns: number; indent: number }): Row {
  const indented = rowOf(' '.repeat(indent) + text, tone);
  if (textWidth(indented.text) <= columns) return indented;
  const row = rowOf(text, tone);
  return { ...row, height: Math.ceil(textWidth(row.text) / columns) };
}

/** A quoted command stays on one row if it fits. */
const WORDS = /"locrelease [^"]*"\S*|\S+/g;

function flow(
  parts: readonly string[],
  { columns, gap, tone }: { columns: number; gap: string; tone: Tone },
): Row[] {
  const rows: Row[] = [];
  for (const part of parts.flatMap((each) => broken(rowOf(each).text, columns))) {
    const last = rows.at(-1);
    const joined = `${last?.text ?? ''}${gap}${part}`;
    if (last !== undefined && textWidth(joined) <= columns) last.text = joined;
    else rows.push(rowOf(part, tone));
  }
  return rows;
}

/** Splits text that is too wide at its spaces, or else anywhere. */
function broken(text: string, columns: number): string[] {
  if (textWidth(text) <= columns) return [text];
  const words = text.split(' ');
  if (words.length > 1) return words.flatMap((word) => broken(word, columns));
  // At least one letter, so that the recursion ends even when nothing fits.
  const first = beginning(text, columns, { leastLetters: 1 });
  return [first, ...broken(text.slice(first.length), columns)];
}

function cutRows(rows: readonly Row[], height: number, columns: number): Row[] {
  const shown = rows.slice(0, Math.max(0, height));
  const last = shown.at(-1);
  if (rows.length <= height || last === undefined) return shown;
  return [...shown.slice(0, -1), { ...last, text: `${beginning(last.text, columns - 1)}…` }];
}

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
  const tone = stateTones[view.state];
  const about = flow([view.id, view.state], { columns, gap: '  ', tone });
  const startedAt = view.stages.find((stage) => stage.startedAt !== null)?.startedAt ?? null;
  const since = startedAt === null ? '' : `  ${durationText(Math.max(0, nowMs - Date.parse(startedAt)))}`;
  const text = `${view.id}  ${view.state}${since}`;
  const clock = clockText(nowMs);
  const space = columns - textWidth(text) - clock.length;
  return space < 2 ? about : [rowOf(`${text}${' '.repeat(space)}${clock}`, tone)];
}

const clockText = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`;

/** The bar's width depends on the terminal alone, since a bar that shrinks would seem to go back. */
function barRows({ view, left }: Watched, columns: number): Row[] {
  const ended = view.stages.filter(({ state }) => state === 'done' || state === 'skipped').length;
  const width = Math.min(WIDEST_BAR, Math.max(NARROWEST_BAR, columns - SPACE_AFTER_BAR));
  const full = Math.floor(releasePart(view) * width);
  const bar = '█'.repeat(full) + '░'.repeat(width - full);
  const time = left === null ? [] : [timeLeftText(left)];
  return flow([bar, `${ended} of ${stageNames.length} stages`, ...time], {
    columns,
    gap: '  ',
    tone: 'good',
  });
}

function silenceText({ silentSinceMs: sinceMs, nowMs }: Watched): string {
  if (sinceMs === null) return '';
  return `Temporal does not answer (${durationText(Math.max(1000, nowMs - sinceMs))} so far). The release is kept. Trying again. What is shown is how it was at ${clockText(sinceMs)}.`;
}

const stageTones: Readonly<Record<StageState, Tone>> = {
  pending: 'quiet',
  running: 'good',
  waiting: 'attention',
  done: 'good',
  skipped: 'quiet',
  failed: 'bad',
};

function languagesText({ languages, export: exported }: ReleaseView): string {
  if (languages.length === 0) return '';
  const known = new Map((exported?.completeness ?? []).map((each) => [each.language, each]));
  const texts = languages.map((language) => {
    const counted = known.get(language);
    if (counted === undefined) return language;
    const { percent, missing, otherCase = 0 } = counted;
    if (percent === null) return `${language} unknown`;
    const lacks = missing !== 0 && `${missing ?? 0} missing`;
    const more = joinedText(', ', lacks, otherCase !== 0 && `${otherCase} matched without case`);
    return `${language} ${missing === 0 ? 'complete' : `${percent.toFixed(1)} %`}${more && ` (${more})`}`;
  });
  return `Languages: ${texts.join(', ')}`;
}
