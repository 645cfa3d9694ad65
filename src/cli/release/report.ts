/** The permanent record of a release, as a page, as its manifest or verified; and the story of its run. */
import { reportHtml, reportMarkdown } from '../../client/records/report-text';
import type { VerifiedRecord } from '../../client/records/verify-records';
import type { StoryEntry } from '../../client/stories/story-from-history';
import type { StoryLine } from '../../protocol/console-api';
import { storyLines } from '../../client/stories/story-in-words';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import { faultText, isOfSignature, type SignatureState } from '../../store/manifest-seal';
import { command } from '../command';
import { flag, oneOf, otherwise, without } from '../command-options';
import { ARCHIVED_NOTE } from './status-text';
import { writeRaw, writeStdout } from '../terminal/terminal';
import { timeText } from '../terminal/terminal-form';

const CONTENT =
  'Only what is the same, byte by byte, whenever content and replies are: no times, no ids of runs.';

export const report = command({
  options: {
    format: otherwise(oneOf('<format>', 'Format of the page.', ['md', 'html']), 'md'),
    verify: flag('Check the checksums and signatures of its records, and its files in the store.'),
    content: without(flag(CONTENT), 'verify', 'format'),
  },
  help: `With --verify, exit code 0: all is as it was written. 2: it is signed, and there is no key to check that with. 3: something
was changed, or it is not signed with a key that is set; the message says what.`,
  examples: [
    'report game-2.4.0 --format html > report.html',
    'report game-2.4.0 --content | sha256sum',
    'report game-2.4.0 --verify',
  ],
  run: async ({ ask, terminal }, options, id: string) => {
    if (options.verify) {
      const verified = await ask('verifyRecords', { id });
      terminal.data(verified, ({ records }) => records.map(recordText).join('\n'));
      process.exitCode = exitCodeOfRecords(verified.records);
      return;
    }
    const { faults, manifest, content, report } = await ask('report', { id });
    for (const fault of faults) terminal.info(faultText(fault));
    if (options.content) writeRaw(content);
    else if (terminal.format === 'json') writeRaw(manifest);
    else writeStdout((options.format === 'html' ? reportHtml(report) : reportMarkdown(report)).trimEnd());
  },
});

const signatureTexts: Readonly<Record<SignatureState, string>> = {
  none: 'It is not signed.',
  valid: 'Its signature is valid.',
  invalid: 'Its signature is not valid.',
  unchecked: 'Its signature was not checked: set LOCRELEASE_VERIFY_KEY.',
};

function recordText({ key, signature, faults }: VerifiedRecord): string {
  if (faults.length === 0) return `${key}: as it was written. ${signatureTexts[signature]}`;
  if (faults.every(isOfSignature))
    return `${key}: ${signature === 'none' ? 'not signed' : 'signed with another key'}. ${faults.join(' ')}`;
  return [`${key}: changed.`, ...faults.map((fault) => `  ${fault}`)].join('\n');
}

function exitCodeOfRecords(records: readonly VerifiedRecord[]): ExitCode {
  if (records.some(({ faults }) => faults.length > 0)) return exitCode.gate;
  const isUnchecked = records.some(({ signature }) => signature === 'unchecked');
  return isUnchecked ? exitCode.badInput : exitCode.done;
}

export const explain = command({
  options: { calls: flag('Show each call, wait and message too.') },
  examples: ['explain game-2.4.0', 'explain game-2.4.0 --calls'],
  run: async ({ ask, terminal }, options, id: string) => {
    const { story, archived } = await ask('explain', { id });
    if (archived) terminal.info(`${ARCHIVED_NOTE} Each call and wait is no longer known.`);
    // Uses the raw story, because storyText joins the lines of its texts itself.
    terminal.data({ id, archived, story }, () => storyText(story, options));
  },
});

/** The length of the longest stage name. */
const STAGE_WIDTH = 10;

export function storyText(story: readonly StoryEntry[], { calls = false } = {}): string {
  return storyLines(story)
    .filter(({ technical }) => calls || !technical)
    .map(lineText)
    .join('\n');
}

function lineText({ at, stage, text, until, technical }: StoryLine): string {
  const line = until === null ? text : `${text} ${timeText(until)}`;
  return `${timeText(at)}  ${(stage ?? '').padEnd(STAGE_WIDTH)}  ${technical ? `  ${line}` : line}`;
}
