/** The manifest of an ended release or rollback, made from its record. */
import type { ManifestFile, ReleaseManifestBody, RollbackManifestBody } from './manifest-schema';
import { languagesToExport } from './release-languages';
import { textOf } from '../problems/problem-catalogue';
import { contentOf, sourceContent } from './release-content';
import type { ReleaseInput } from './release-input';
import type { ReleaseRecord } from './release-record';
import type { ExportedFile } from './status';
import type { ReleaseRollback, ServiceWorkStatus } from '../service-work';

export interface EndedRelease {
  input: ReleaseInput;
  record: ReleaseRecord;
  runId: string;
  endedAt: string;
  version: string;
}

export function releaseManifest(ended: EndedRelease): ReleaseManifestBody {
  return { schemaVersion: 1, kind: 'release', content: contentPart(ended), run: runPart(ended) };
}

function contentPart({ input, record }: EndedRelease): ReleaseManifestBody['content'] {
  const { spec, source, startedBy } = input;
  const { terms, announcement } = record;
  const exportTo = spec.export;
  return {
    project: spec.project,
    name: spec.name,
    state: record.state,
    problem: record.problem?.code ?? null,
    startedBy,
    request: contentOf(input),
    source: sourceContent(source),
    languages: record.languages,
    missingLanguages: record.missingLanguages,
    terms: terms && pick(terms, 'digest', 'list', 'total', 'removed'),
    termChanges: record.termChanges,
    decisions: record.decisions.map((decision) => pick(decision, 'by', 'what', 'why', 'changes')),
    stages: record.stages.map((stage) => pick(stage, 'name', 'state', 'note')),
    export:
      exportTo === undefined
        ? null
        : {
            templateId: record.settings?.templateId ?? exportTo.template ?? '',
            languages: languagesToExport(input.spec, record).languages,
            mode: record.exportedAs?.mode ?? exportTo.mode ?? null,
            escape: record.exportedAs?.escape ?? exportTo.escape ?? null,
            filename: exportTo.filename ?? spec.name,
          },
    files: record.files.map(manifestFile),
    completeness: record.completeness,
    announcement: announcement && {
      targets: announcement.targets.map((target) =>
        pick(target, 'accountId', 'platform', 'status', 'errorCode', 'text'),
      ),
    },
    warnings: record.warnings,
  };
}

function runPart({ input, record, runId, endedAt, version }: EndedRelease): ReleaseManifestBody['run'] {
  const { terms, announcement, problem } = record;
  const postId = announcement?.postId ?? announcement?.earlier?.postId ?? null;
  return {
    version,
    runId,
    firstRunId: record.firstRunId,
    startedAt: record.stages[0]?.startedAt ?? endedAt,
    endedAt,
    ...(input.branch !== undefined && { branch: input.branch }),
    stages: record.stages.map((stage) => pick(stage, 'name', 'startedAt', 'endedAt')),
    decidedAt: record.decisions.map(({ at }) => at),
    taskId: record.taskId,
    publishJobId: record.publishJobId,
    terms: terms && pick(terms, 'base', 'marks', 'matches'),
    directory: input.spec.export?.directory ?? null,
    paths: record.files.map(({ path }) => path),
    calls: record.effects,
    announcement:
      postId === null
        ? null
        : {
            postId,
            targets: (announcement?.targets ?? []).map(({ accountId, handle, link = null, message }) => ({
              accountId,
              ...(handle !== undefined && { handle }),
              link,
              message,
            })),
          },
    problem: problem && {
      message: textOf(problem),
      facts: problem.facts,
      traceIds: problem.traceIds ?? [],
    },
  };
}

/** Fields without a value are left out. */
function pick<From extends object, Key extends keyof From>(from: From, ...keys: Key[]): Pick<From, Key> {
  const given = keys.filter((key) => from[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, from[key]])) as Pick<From, Key>;
}

/** The directory is left out: the same file is the same on every worker. */
function manifestFile(file: ExportedFile): ManifestFile {
  const name = file.path.split(/[\\/]/).at(-1) ?? file.path;
  return { name, ...pick(file, 'languages', 'bytes', 'sha256', 'keys', 'checked') };
}

export interface EndedRollback extends Pick<
  ServiceWorkStatus,
  'state' | 'problem' | 'jobId' | 'files' | 'completeness'
> {
  work: ReleaseRollback;
  runId: string;
  startedAt: string;
  endedAt: string;
}

export function rollbackManifest(ended: EndedRollback, version: string): RollbackManifestBody {
  const { work, state, problem, jobId, files, completeness, runId, startedAt, endedAt } = ended;
  const { project, release, by, reason, languages, lostLanguages, taskId, of } = work;
  return {
    schemaVersion: 1,
    kind: 'rollback',
    content: {
      project,
      name: release,
      state,
      problem: problem?.code ?? null,
      by,
      reason,
      languages,
      lostLanguages,
      files: files.map(manifestFile),
      completeness,
    },
    run: {
      version,
      runId,
      startedAt,
      endedAt,
      of,
      taskId,
      publishJobId: jobId,
      directory: work.export?.directory ?? null,
      paths: files.map(({ path }) => path),
      problem: problem && {
        message: problem.message,
        facts: problem.facts,
        traceIds: problem.traceIds ?? [],
      },
    },
  };
}
