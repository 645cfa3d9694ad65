/**
 * A task's path through its nine statuses. Every wait is a timer of the sandbox's clock and every continuation is
 * synchronous, so that moving the clock forward runs all that falls due, in order.
 */
import { Refusal } from '../refusal';
import {
  changeJob,
  complete,
  fail,
  openJob,
  recordWork,
  runTranslation,
  strikeWork,
  type WorkFailure,
} from './background-work';
import type { LocalizationContext } from './handler';
import {
  rowsTotal,
  termKey,
  upsertTerm,
  type BackgroundWork,
  type Confirmer,
  type Job,
  type Task,
} from './project-state';
import { asStrings, countWords, downloadRows, type Download } from './source-strings';
import { scanTerms, type FoundTerm } from './term-scan';

/** Texts of this many words get a low score, and Smart Optimization translates them again. */
const LOW_SCORE_WORDS = 20;

export class Pipeline {
  readonly #closing = new AbortController();
  /** Tasks whose strings are being downloaded, each with its continuation. */
  readonly #downloads = new Map<Task, (download: Download) => void>();

  constructor(private readonly context: LocalizationContext) {}

  start(task: Task): void {
    this.#after(this.#pace.importMs / 2, () => this.#import(task));
  }

  /** The first of client and console starts the translation; the other gets a conflict. */
  confirm(task: Task, by: Confirmer): Job {
    if (task.auto_apply_terms) throw new Refusal(409, 'the task was not created with auto_apply_terms=false');
    if (task.status !== 'waiting_confirmation') throw new Refusal(409, whyNotWaiting(task));
    const failure = strikeWork(this.context, 'confirm-trigger', 502);
    if (failure !== null) throw new Refusal(failure.code, failure.reason);
    task.confirmedBy = by;
    this.#applyTerms(task);
    const { project, task_id } = task;
    recordWork(this.context, { project, ids: { task_id } }, 'terms confirmed', `by ${by}`);
    return this.#translate(task, 'translate_open_');
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

  #import(task: Task): void {
    this.#enter(task, 'importing');
    const failure = strikeWork(this.context, 'import');
    const proceed = (): void =>
      this.#after(this.#pace.importMs / 2, () => {
        if (failure !== null) this.#fail(task, failure);
        else this.#imported(task);
      });
    if (task.xlsx_url === null) {
      proceed();
      return;
    }
    this.#downloads.set(task, (download) => {
      if ('failure' in download) {
        const reason = `download of xlsx_url failed: ${download.failure}`;
        this.#fail(task, { reason, code: 422, fault: null });
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

  #imported(task: Task): void {
    const { source_language, project } = task;
    if (source_language === null) {
      this.#fail(task, { reason: 'the project has no source language', code: 422, fault: null });
      return;
    }
    const contents = new Set(task.strings.map(({ content }) => content).filter((content) => content !== ''));
    const found = task.scan_terms ? scanTerms(contents) : [];
    const fresh = found.filter(({ term }) => !project.termbase.has(termKey(term, source_language)));
    const nothingNew = found.length > 0 && fresh.length === 0;
    if (!task.scan_terms || contents.size === 0 || nothingNew) {
      const nothingFound = this.context.profile.readings['scan-none'] === 'completed-empty';
      task.scan_status = nothingFound ? 'completed' : 'skipped';
      this.#translate(task);
    } else {
      this.#scan(task, fresh);
    }
  }

  #scan(task: Task, found: readonly FoundTerm[]): void {
    this.#enter(task, 'scanning');
    task.scan_status = 'running';
    const job_id = this.context.random.id('tb_scan_');
    const job = openJob(this.context, task, { job_id, job_type: 'TB_SCAN', row_count: task.strings.length });
    const failure = strikeWork(this.context, 'scan');
    const half = Math.ceil(found.length / 2);
    this.#after(this.#pace.scanMs / 2, () => {
      this.#addTerms(task, found.slice(0, half));
      this.#after(this.#pace.scanMs / 2, () => {
        if (failure !== null) {
          changeJob(this.context, job, { status: 'FAILED', error: failure.reason });
          this.#fail(task, failure);
          return;
        }
        this.#addTerms(task, found.slice(half));
        changeJob(this.context, job, { status: 'COMPLETED' });
        this.#scanned(task);
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

  #scanned(task: Task): void {
    task.scan_status = 'completed';
    const waits = !task.auto_apply_terms;
    // A scan without terms waits too: the documentation has no case in which such a task continues by itself.
    if (waits) this.#enter(task, 'waiting_confirmation');
    const detail = { requires_confirmation: waits, terms_count: task.terms.length };
    this.context.callbacks.send(workOf(task), 'term_scan.completed', detail);
    if (waits) return;
    if (task.terms.length > 0) this.#translateTerms(task);
    else this.#translate(task);
  }

  #translateTerms(task: Task): void {
    this.#enter(task, 'term_translating');
    const failure = strikeWork(this.context, 'term-translate');
    this.#after(this.#pace.termTranslateMs, () => {
      if (failure !== null) for (const term of task.terms) term.translations = {};
      this.#applyTerms(task);
      this.#translate(task);
    });
  }

  #applyTerms({ project, terms }: Task): void {
    for (const { term: content, source_language, category, translations } of terms) {
      upsertTerm(project, { content, source_language, category, translations }, this.context.clock.iso());
    }
  }

  #translate(task: Task, jobPrefix = 'translate_'): Job {
    const { clock, random } = this.context;
    const row_count = rowsTotal(task);
    this.#enter(task, 'running');
    const job_id = random.id(jobPrefix);
    const job = openJob(this.context, task, { job_id, job_type: 'TRANSLATE', row_count });
    runTranslation(this.context, {
      work: workOf(task),
      task,
      job,
      kind: 'translate',
      languages: task.target_languages,
      onStepBegun: (step) => {
        task.current_step = step;
        task.updated_at = clock.iso();
        const begunMs = clock.nowMs();
        const stepMs = Math.max(1, this.#pace.stepMs);
        task.rowsDone = () => Math.floor(row_count * Math.min(1, (clock.nowMs() - begunMs) / stepMs));
      },
      onDone: () => this.#optimize(task),
      onFailed: (failure) => this.#fail(task, failure),
    });
    return job;
  }

  /** The task enters `optimizing` at once, so that no reader sees `completed` before the decision. */
  #optimize(task: Task): void {
    const { optimizeMs } = this.#pace;
    this.#enter(task, 'optimizing');
    const failure = strikeWork(this.context, 'optimize');
    const lowScores = task.strings.filter((string) => countWords([string]) >= LOW_SCORE_WORDS).length;
    this.#after(optimizeMs / 2, () => {
      if (lowScores === 0 && failure === null) {
        this.#complete(task, 'skipped');
        return;
      }
      task.smart_optimize_status = 'running';
      const job_id = this.context.random.id('translate_qa_');
      const row_count = lowScores * task.target_languages.length;
      const job = openJob(this.context, task, { job_id, job_type: 'TRANSLATE_QA', row_count });
      this.#after(optimizeMs / 2, () => {
        const status = failure === null ? 'COMPLETED' : 'FAILED';
        changeJob(this.context, job, { status, error: failure?.reason ?? null });
        this.#complete(task, failure === null ? 'completed' : 'failed');
      });
    });
  }

  #complete(task: Task, smart_optimize_status: 'completed' | 'skipped' | 'failed'): void {
    task.smart_optimize_status = smart_optimize_status;
    task.rowsDone = () => rowsTotal(task);
    this.#enter(task, 'completed');
    const { target_languages } = task;
    const detail = { trigger: 'create', target_languages, smart_optimize_status };
    complete(this.context, workOf(task), 'translated', detail);
  }

  #fail(task: Task, failure: WorkFailure): void {
    const detail = { failed_stage: task.status, failure_code: failure.code };
    this.#enter(task, 'failed');
    task.failure_reason = failure.reason;
    task.failure_code = failure.code;
    if (task.scan_status === 'pending' || task.scan_status === 'running') task.scan_status = 'failed';
    fail(this.context, workOf(task), failure, detail);
  }

  #enter(task: Task, status: Task['status']): void {
    task.status = status;
    task.current_step = '';
    task.updated_at = this.context.clock.iso();
  }

  #after(delayMs: number, run: () => void): void {
    this.context.clock.after(delayMs, run);
  }

  get #pace() {
    return this.context.profile.pace;
  }
}

function workOf({ project, subscription, task_id, trace_id }: Task): BackgroundWork {
  return { name: 'task', event: 'task', project, subscription, ids: { task_id, trace_id } };
}

function whyNotWaiting({ status, confirmedBy }: Task): string {
  if (confirmedBy !== null)
    return `the terms were already confirmed (by ${confirmedBy}); the task is ${status}`;
  return `the task is not waiting for confirmation: it is ${status}`;
}
