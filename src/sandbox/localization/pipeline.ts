/**
 * A task's path through its nine statuses. Every wait is a timer of the sandbox's clock and every continuation is
 * synchronous, so that moving the clock forward runs all that falls due, in order.
 */
import type { SandboxContext } from '../mount-service';
import type { CallbackNews, CallbackSender } from './send-callbacks';
import { Refusal } from './handler';
import {
  rowsTotal,
  termKey,
  type Confirmer,
  type Job,
  type Project,
  type Task,
  upsertTerm,
} from './project-state';
import { asStrings, countWords, downloadRows, type Download } from './source-strings';
import { scanTerms, type FoundTerm } from './term-scan';
import {
  runTranslation,
  changeJob,
  openJob,
  recordWork,
  strikeWork,
  type WorkFailure,
} from './background-work';

/** Texts of this many words get a low score, and Smart Optimization translates them again. */
const LOW_SCORE_WORDS = 20;

export class Pipeline {
  readonly #closing = new AbortController();
  /** Tasks whose strings are being downloaded, each with its continuation. */
  readonly #downloads = new Map<Task, (download: Download) => void>();

  constructor(
    private readonly context: SandboxContext,
    private readonly callbacks: CallbackSender,
  ) {}

  start(project: Project, task: Task): void {
    this.#after(this.#pace.importMs / 2, () => this.#import(project, task));
  }

  /** The first of client and console starts the translation; the other gets a conflict. */
  confirm(project: Project, task: Task, by: Confirmer): Job {
    if (task.auto_apply_terms) throw new Refusal(409, 'the task was not created with auto_apply_terms=false');
    if (task.status !== 'waiting_confirmation') throw new Refusal(409, whyNotWaiting(task));
    const failure = strikeWork(this.context, 'confirm-trigger', 502);
    if (failure !== null) throw new Refusal(failure.code, failure.reason);
    task.confirmedBy = by;
    this.#applyTerms(project, task);
    recordWork(this.context, project, 'terms confirmed', { task_id: task.task_id }, { effect: `by ${by}` });
    return this.#translate(project, task, 'translate_open_');
  }

  /** Repeats the downloads that a restart interrupted. */
  resume(): void {
    for (const task of this.#downloads.keys()) void this.#download(task);
  }

  downloaded(task: Task, download: Download): void {
    this.#downloads.get(task)?.(download);
    this.#downloads.delete(task);
  }

  close(): void {
    this.#closing.abort();
  }

  #import(project: Project, task: Task): void {
    this.#enter(task, 'importing');
    const failure = strikeWork(this.context, 'import');
    const proceed = (): void =>
      this.#after(this.#pace.importMs / 2, () => {
        if (failure !== null) this.#fail(project, task, failure);
        else this.#imported(project, task);
      });
    if (task.xlsx_url === null) {
      proceed();
      return;
    }
    this.#downloads.set(task, (download) => {
      if ('failure' in download) {
        const reason = `download of xlsx_url failed: ${download.failure}`;
        this.#fail(project, task, { reason, code: 422, fault: null });
        return;
      }
      task.strings = asStrings(download.rows);
      task.words_count = countWords(task.strings);
      proceed();
    });
    if (!this.context.commandLog.replaying) void this.#download(task);
  }

  async #download(task: Task): Promise<void> {
    const { task_id, xlsx_url } = task;
    const download = await downloadRows(xlsx_url ?? '', this.#closing.signal);
    if (this.#closing.signal.aborted) return;
    const { clock, commandLog } = this.context;
    clock.moment(() => {
      commandLog.write({ kind: 'download', task_id, download });
      this.downloaded(task, download);
    });
  }

  #imported(project: Project, task: Task): void {
    const { source_language } = task;
    if (source_language === null) {
      this.#fail(project, task, { reason: 'the project has no source language', code: 422, fault: null });
      return;
    }
    const contents = new Set(task.strings.map(({ content }) => content).filter((content) => content !== ''));
    const found = task.scan_terms ? scanTerms(contents) : [];
    const fresh = found.filter(({ term }) => !project.termbase.has(termKey(term, source_language)));
    const nothingNew = found.length > 0 && fresh.length === 0;
    if (!task.scan_terms || contents.size === 0 || nothingNew) {
      const nothingFound = this.context.profile.readings['scan-none'] === 'completed-empty';
      task.scan_status = nothingFound ? 'completed' : 'skipped';
      this.#translate(project, task, 'translate_');
    } else {
      this.#scan(project, task, fresh);
    }
  }

  #scan(project: Project, task: Task, found: readonly FoundTerm[]): void {
    const { clock, random } = this.context;
    this.#enter(task, 'scanning');
    task.scan_status = 'running';
    const job = openJob(clock, task, {
      job_id: random.id('tb_scan_'),
      job_type: 'TB_SCAN',
      status: 'RUNNING',
      row_count: task.strings.length,
    });
    const failure = strikeWork(this.context, 'scan');
    const half = Math.ceil(found.length / 2);
    this.#after(this.#pace.scanMs / 2, () => {
      this.#addTerms(task, found.slice(0, half));
      this.#after(this.#pace.scanMs / 2, () => {
        if (failure !== null) {
          changeJob(clock, job, { status: 'FAILED', error: failure.reason });
          this.#fail(project, task, failure);
          return;
        }
        this.#addTerms(task, found.slice(half));
        changeJob(clock, job, { status: 'COMPLETED' });
        this.#scanned(project, task);
      });
    });
  }

  #addTerms(task: Task, found: readonly FoundTerm[]): void {
    for (const term of found) {
      task.terms.push({
        id: this.context.random.id('tt_'),
        ...term,
        source_language: task.source_language ?? '',
        translation_source: 'ai',
        translations: Object.fromEntries(
          task.target_languages.map((language) => [language, `${term.term}·${language}`]),
        ),
        updated_at: this.context.clock.iso(),
      });
    }
  }

  #scanned(project: Project, task: Task): void {
    task.scan_status = 'completed';
    const waits = !task.auto_apply_terms;
    // A scan without terms waits too: the documentation has no case in which such a task continues by itself.
    if (waits) this.#enter(task, 'waiting_confirmation');
    this.#notify(project, task, 'term_scan.completed', {
      requires_confirmation: waits,
      terms_count: task.terms.length,
    });
    if (waits) return;
    if (task.terms.length > 0) this.#translateTerms(project, task);
    else this.#translate(project, task, 'translate_');
  }

  #translateTerms(project: Project, task: Task): void {
    this.#enter(task, 'term_translating');
    const failure = strikeWork(this.context, 'term-translate');
    this.#after(this.#pace.termTranslateMs, () => {
      if (failure !== null) for (const term of task.terms) term.translations = {};
      this.#applyTerms(project, task);
      this.#translate(project, task, 'translate_');
    });
  }

  #applyTerms(project: Project, task: Task): void {
    for (const { term, source_language, category, translations } of task.terms) {
      const given = { content: term, source_language, category, translations };
      upsertTerm(project, given, this.context.clock.iso());
    }
  }

  #translate(project: Project, task: Task, jobPrefix: string): Job {
    const { clock, random } = this.context;
    const rows = rowsTotal(task);
    this.#enter(task, 'running');
    const job = openJob(clock, task, {
      job_id: random.id(jobPrefix),
      job_type: 'TRANSLATE',
      status: 'RUNNING',
      row_count: rows,
    });
    runTranslation(this.context, {
      project,
      task,
      job,
      work: 'translate',
      languages: task.target_languages,
      onStepBegun: (step) => {
        task.current_step = step;
        task.updated_at = clock.iso();
        const begunMs = clock.nowMs();
        const stepMs = Math.max(1, this.#pace.stepMs);
        task.rowsDone = () => Math.floor(rows * Math.min(1, (clock.nowMs() - begunMs) / stepMs));
      },
      onStepDone: (step, detail) => this.#notify(project, task, step, detail),
      onDone: () => this.#optimize(project, task),
      onFailed: (failure) => this.#fail(project, task, failure),
    });
    return job;
  }

  /** The task enters `optimizing` at once, so that no reader sees `completed` before the decision. */
  #optimize(project: Project, task: Task): void {
    const { clock, random } = this.context;
    const { optimizeMs } = this.#pace;
    this.#enter(task, 'optimizing');
    const failure = strikeWork(this.context, 'optimize');
    const lowScores = task.strings.filter((string) => countWords([string]) >= LOW_SCORE_WORDS).length;
    this.#after(optimizeMs / 2, () => {
      if (lowScores === 0 && failure === null) {
        this.#complete(project, task, 'skipped');
        return;
      }
      task.smart_optimize_status = 'running';
      const job = openJob(clock, task, {
        job_id: random.id('translate_qa_'),
        job_type: 'TRANSLATE_QA',
        status: 'RUNNING',
        row_count: lowScores * task.target_languages.length,
      });
      this.#after(optimizeMs / 2, () => {
        changeJob(clock, job, {
          status: failure === null ? 'COMPLETED' : 'FAILED',
          error: failure?.reason ?? null,
        });
        this.#complete(project, task, failure === null ? 'completed' : 'failed');
      });
    });
  }

  #complete(project: Project, task: Task, optimized: 'completed' | 'skipped' | 'failed'): void {
    task.smart_optimize_status = optimized;
    task.rowsDone = () => rowsTotal(task);
    this.#enter(task, 'completed');
    const { task_id, trace_id, target_languages } = task;
    recordWork(this.context, project, 'task completed', { task_id, trace_id }, { effect: 'translated' });
    this.#notify(project, task, 'task.completed', {
      trigger: 'create',
      target_languages,
      smart_optimize_status: optimized,
    });
  }

  #fail(project: Project, task: Task, failure: WorkFailure): void {
    const { task_id, trace_id } = task;
    const failedStage = task.status;
    this.#enter(task, 'failed');
    task.failure_reason = failure.reason;
    task.failure_code = failure.code;
    if (task.scan_status === 'pending' || task.scan_status === 'running') task.scan_status = 'failed';
    recordWork(this.context, project, 'task failed', { task_id, trace_id }, { failure });
    const detail = { failed_stage: failedStage, failure_code: failure.code };
    this.#notify(project, task, 'task.failed', detail, { error: failure.reason });
  }

  #enter(task: Task, status: Task['status']): void {
    task.status = status;
    task.current_step = '';
    task.updated_at = this.context.clock.iso();
  }

  #notify(
    project: Project,
    { task_id, trace_id, subscription }: Task,
    event: string,
    detail: CallbackNews['detail'],
    failure: Pick<CallbackNews, 'error'> = {},
  ): void {
    this.callbacks.send(project, subscription, { event, task_id, trace_id, detail, ...failure });
  }

  #after(delayMs: number, run: () => void): void {
    this.context.clock.after(delayMs, run);
  }

  get #pace() {
    return this.context.profile.pace;
  }
}

function whyNotWaiting({ status, confirmedBy }: Task): string {
  if (confirmedBy !== null)
    return `the terms were already confirmed (by ${confirmedBy}); the task is ${status}`;
  return `the task is not waiting for confirmation: it is ${status}`;
}
