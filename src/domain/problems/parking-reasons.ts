/** The problems that park a release in one of its stages until a person decides. */
import { UNNAMED_JOB } from '../release/job-status';
import { completenessLine, exportFault } from '../release/export-rules';
import { capitalized, sentence } from '../text/sentence';
import type { Completeness } from '../release/status';
import { accountNames, causeText, accountName, fixesOf, type FailedAccount } from './failed-account';
import { reasonFrom, listed, row, type Account, type Facts, type NoFacts, type Thing } from './problem';

const SERVICE = 'The localization service';
/** A rollback publishes first, so that its later problems begin with this. */
const IS_PUBLISHED = 'The task is published. ';
const NOTHING_LOST = 'Nothing is lost.';
const exportAgain = { label: 'Export again', consequence: 'The files are exported and written again.' };
const thenAgain = ({ isRolledBack }: { isRolledBack?: boolean }): string =>
  isRolledBack === true ? 'Then roll back again.' : 'Then export again.';

export const parkingRows = {
  preflight: row<{ stops: readonly string[] }>({
    what: ({ stops }) => `The release cannot start as it is.\n${listed(stops)}`,
    kept: () => 'Nothing was created or paid for.',
    fix: () => 'Fix this in the release file, in the configuration or at the services.',
    retry: () => ({
      label: 'Check again',
      consequence: 'Everything is checked again, and the task is created if nothing stops it.',
    }),
  }),

  gate_budget: row<{ lines: readonly string[] }>({
    isGate: true,
    what: ({ lines }) => lines.join('\n'),
    kept: () => 'Nothing was created or paid for.',
    fix: () =>
      'Start the release with a file that has a larger budget or asks for less: that file takes the place of this one.',
    retry: () => ({ label: 'Check again', consequence: 'What it costs is held against the budget again.' }),
  }),

  task_failed: row<{ during: 'scan' | 'review' | 'translation' | null; said: string | null; taskId: string }>(
    {
      what: ({ during, said }) =>
        `The task failed${{ scan: ' during the term scan', review: ' before its terms were confirmed', translation: ' during the translation', none: '' }[during ?? 'none']}${reasonFrom(SERVICE, said)}`,
      kept: () => 'The task is kept at the service.',
      fix: () => 'If it can be fixed at the service, fix it there. Otherwise start the release again.',
      look: ({ taskId }) => [{ kind: 'task', id: taskId }],
      retry: () => ({
        label: 'Read the task again',
        consequence: 'The release goes on if the task was fixed at the service.',
      }),
    },
  ),

  scan_failed: row<NoFacts>({
    what: () => 'The term scan failed at the service, which translates without it. No terms were reviewed.',
    retry: () => ({
      label: 'Go on without a review',
      consequence: 'The translation goes on as it is, and nobody reviews its terms.',
    }),
  }),

  deadline: row<{ what: string; forMs: number }>({
    what: ({ what, forMs }) => `${capitalized(what)} has not ended within ${daysText(forMs)}.`,
    kept: () => NOTHING_LOST,
    fix: () => 'Check the service.',
    retry: () => ({ label: 'Wait again', consequence: 'The release waits as long again.' }),
  }),

  supplement_failed: row<{ languages: readonly string[]; said: string | null; isPartLeft: boolean }>({
    what: ({ languages, said }) => `Adding ${languages.join(', ')} failed${reasonFrom(SERVICE, said)}`,
    kept: () => 'The languages translated before are kept.',
    fix: ({ isPartLeft }) => (isPartLeft ? 'Complete or clear these languages at the service.' : ''),
    retry: ({ languages, isPartLeft }) =>
      isPartLeft
        ? { label: 'Look at the task again', consequence: 'The release goes on once they are complete.' }
        : {
            label: 'Add the languages again',
            consequence: `The service is asked for ${languages.join(', ')} again.`,
          },
  }),

  supplement_skipped: row<{ languages: readonly string[] }>({
    what: ({ languages }) =>
      `The service did not translate ${languages.join(', ')} again, because some rows have a translation already. It may be what the failed attempt left.`,
    fix: () => 'Complete or clear these languages at the service.',
    retry: () => ({
      label: 'Add the languages again',
      consequence: 'The service is asked for these languages again.',
    }),
  }),

  supplement_unseen: row<{ languages: readonly string[]; jobId: string | null; taskId: string }>({
    what: ({ languages, jobId }) =>
      jobId === null
        ? `The service skipped ${languages.join(', ')}, because some rows have a translation already. That may be the work of the call whose reply was lost, and nothing tells whether it has ended.`
        : `The service accepted ${languages.join(', ')}${jobId === UNNAMED_JOB ? ' without naming a job' : ` as job ${jobId}`}. Since then the localization service has not shown it among the jobs of the task (GET /tasks/status, jobs.job_id), and nothing tells whether it has ended.`,
    fix: () => 'Look at the service whether these languages are complete.',
    look: ({ jobId, taskId }) => [
      { kind: 'task', id: taskId },
      ...(jobId === null || jobId === UNNAMED_JOB ? [] : [{ kind: 'job', id: jobId } as const]),
    ],
    retry: ({ languages }) => ({
      label: 'They are translated: go on',
      consequence: `${languages.join(', ')} count as released.`,
    }),
    alone: () => 'Ask for the languages again only if they are not translated there.',
  }),

  publish_failed: row<{ said: string | null }>({
    what: ({ said }) => `Publishing to the project failed${reasonFrom(SERVICE, said)}`,
    kept: () => 'The translations are kept in the task.',
    retry: () => ({ label: 'Publish again', consequence: 'The task is published to the project again.' }),
  }),

  published_over: row<{ project: string; publishedSince: readonly string[] | null }>({
    what: ({ project, publishedSince }) =>
      `Published, but not exported in the same turn, and in project ${project} ${
        publishedSince === null
          ? 'others may have published since, which can no longer be told'
          : `these have published since: ${publishedSince.join(', ')}`
      }. An export would have their texts.`,
    kept: () => 'Nothing was exported.',
    retry: () => ({
      label: 'Publish this release again',
      consequence: 'It is published once more, over what others published since, and then exported.',
    }),
    skip: () => ({
      label: 'Export what the project has now',
      consequence: 'The files have the texts that others published.',
    }),
  }),

  publish_turn: row<{ project: string; holder: string | null; holderProblem: string | null }>({
    what: ({ project, holder, holderProblem }) =>
      `Other releases of project ${project} have been publishing for days. It is the turn of ${holder ?? 'somebody who is looked for'}.${holderProblem === null ? '' : ` ${holderProblem}`}`,
    kept: () => NOTHING_LOST,
    retry: () => ({ label: 'Wait again', consequence: 'The release waits for its turn again.' }),
  }),

  export_not_written: row<{ files: readonly string[]; isRolledBack?: boolean }>({
    what: ({ files, isRolledBack }) =>
      `${isRolledBack === true ? IS_PUBLISHED : ''}These exported files could not be written:\n${listed(files)}`,
    kept: () => 'They are kept in the store.',
    fix: () => 'Make the directory writable for the workers, and move away what is not theirs.',
    retry: () => exportAgain,
    alone: thenAgain,
    skip: () => ({
      label: 'Leave them in the store',
      consequence: 'The release goes on, and the files can be downloaded from it.',
    }),
  }),

  export_incomplete: row<{
    missing: readonly string[];
    unread: readonly string[];
    languages: readonly string[];
    files: number;
    isRolledBack?: boolean;
  }>({
    what: ({ missing, unread, languages, isRolledBack }) =>
      `${isRolledBack === true ? IS_PUBLISHED : ''}${exportFault({ missing, unread }) ?? ''} Asked for: ${languages.join(', ')}.`,
    kept: ({ files }) => (files === 0 ? 'No file came.' : 'The files that came are written and kept.'),
    fix: () => 'Check the files, and the languages of the project and of the template.',
    retry: () => exportAgain,
    alone: thenAgain,
    skip: () => ({
      label: 'Take the files as they are',
      consequence: 'The release goes on, and announces no language that is in none of the files.',
    }),
  }),

  gate_completeness: row<{
    missed: readonly string[];
    completeness: readonly Completeness[];
    ended: readonly { language: string; by: string; until: string }[];
  }>({
    isGate: true,
    what: ({ missed, completeness, ended }) =>
      [
        `Below the minimum set in the release file: ${missed.join(', ')}.`,
        ...completeness.map(completenessLine),
        ...ended.map(({ language, by, until }) => `The waiver of ${by} for ${language} ended on ${until}.`),
      ].join('\n'),
    kept: () => 'The files are written and kept.',
    fix: () => 'Complete the translations.',
    retry: () => ({ label: 'Export again', consequence: 'The files are exported and judged again.' }),
    skip: () => ({
      label: 'Take the files as they are',
      consequence: 'The release goes on with incomplete languages.',
    }),
  }),

  export_directory: row<{ reason: string }>({
    what: ({ reason }) => reason,
    fix: () =>
      'Set exports.root of the workers to a directory that it is in, or start a release with another export.directory.',
    retry: () => ({ label: 'Export again', consequence: 'The files are exported and written.' }),
  }),

  export_too_slow: row<NoFacts>({
    what: () => 'The service did not finish the export within five minutes.',
    fix: () => 'Name fewer languages in the release file, or contact the service.',
    retry: () => ({ label: 'Export again', consequence: 'The service is asked for the export again.' }),
  }),

  download_refused: row<{ reason: string }>({
    what: ({ reason }) => `The exported file could not be downloaded: ${reason}`,
    kept: () => 'Nothing was asked for at that address.',
    fix: () =>
      'If workers may fetch files from there, add it to network.allow in their configuration file and restart them.',
    retry: () => ({ label: 'Export again', consequence: 'The files are exported and downloaded again.' }),
  }),

  download_failed: row<{ reason: string }>({
    what: ({ reason }) => `The exported file could not be downloaded: ${reason}`,
    fix: () => 'Check that the workers reach the address of the download links.',
    retry: () => ({ label: 'Export again', consequence: 'The files are exported and downloaded again.' }),
  }),

  daily_cap: row<{ days: number; said: string | null }>({
    what: ({ days, said }) =>
      `The daily cap of the social service has held the announcement back for ${days} days${reasonFrom('The social service', said)}`,
    kept: () => NOTHING_LOST,
    fix: () => 'Free the cap at the service.',
  }),

  announcement_partial: row<{
    accounts: readonly FailedAccount[];
    isOutElsewhere: boolean;
    canReword?: boolean;
  }>({
    what: ({ accounts, isOutElsewhere }) =>
      `Released, but the announcement failed on ${accountNames(accounts)}.${isOutElsewhere ? ' It is published on the others.' : ''}\n${listed(
        accounts.map((account) => `${accountName(account)}: ${causeText(account)}`),
      )}`,
    kept: () => 'Everything else of the release is done.',
    fix: ({ accounts }) => fixesOf(accounts),
  }),

  outcome_unknown: row<UnknownOutcome>({
    what: ({ what, sentAt, loss, seen }, { time }) =>
      [
        `${capitalized(what)} was requested${sentAt === null ? '' : ` at ${time(sentAt)}`}, and the reply was lost${loss === null ? '' : ` (${loss})`}.`,
        ...(seen === null
          ? []
          : [sentence(capitalized(`${seen.at === null ? '' : `at ${time(seen.at)} `}${seen.what}`))]),
        'It is not known whether it was started.',
      ].join(' '),
    fix: ({ first }) => first ?? 'Look at the service first.',
    look: ({ things }) => things,
    retry: ({ isKeyed, what }) => ({
      label: 'Request it again',
      consequence: isKeyed
        ? `${capitalized(what)} is requested again under the same key, so that nothing is posted twice.`
        : `${capitalized(what)} is looked for and requested again: where the first request was carried out after all, it is done twice.`,
    }),
    alone: () => 'Run the same command again only if it was not started.',
  }),

  not_started: row<{ what: string; attempts: number; loss: string; things: readonly Thing[] }>({
    what: ({ what, attempts, loss }) =>
      `${capitalized(what)} was requested ${attempts} times, and was not there after any of them. Last error: ${sentence(loss)}`,
    kept: () => 'Everything before it is kept.',
    fix: () => 'Check the service.',
    look: ({ things }) => things,
    retry: ({ what }) => ({
      label: 'Request it again',
      consequence: `${capitalized(what)} is requested again.`,
    }),
  }),
};

export interface UnknownOutcome extends Facts {
  what: string;
  sentAt: string | null;
  loss: string | null;
  /** What the check found, which is no proof, or why the check failed. */
  seen: { at: string | null; what: string } | null;
  /** The first thing to do, where that is more than checking the service. */
  first?: string;
  things: readonly Thing[];
  /** Whether a repeated request has no further effect. */
  isKeyed: boolean;
  accounts?: readonly Account[];
}

function daysText(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
