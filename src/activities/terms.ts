/**
 * The terms of a task. The list lives in the store under its digest, page after page of it never enters a
 * workflow's history; an edit goes to the service first, and then makes a new list here.
 */
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/client';
import { localizationRemedy } from '../localization/remedies';
import { limits } from '../localization/vocabulary';
import type { ProblemDetails, ProblemType } from '../release/problem';
import type { ReviewTerm } from '../release/review-term';
import { getTermList, putTermList } from '../store/term-list';
import type { TaskTerm } from '../localization/schemas';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

/** Setting what is already set, or deleting what is gone, does nothing more: all of these may be repeated. */
const repeatable = { remedyOf: localizationRemedy, repeatable: true };

export interface TermsOfTask {
  project: string;
  taskId: string;
}

export interface TermsDigest {
  digest: string;
  total: number;
}

export interface TermChanges {
  term?: string;
  category?: string;
  score?: number;
  note?: string;
  translations?: Record<string, string>;
}

export function termActivities({ localization, store }: ActivityDependencies) {
  return {
    async snapshotTerms({ project, taskId }: TermsOfTask): Promise<TermsDigest & { scanStatus: string }> {
      const { terms, scanStatus } = await remedied(repeatable, () => readAll(localization(project), taskId));
      return { digest: await putTermList(store, terms), total: terms.length, scanStatus };
    },

    async editTerm(
      input: TermsOfTask & { digest: string; termId: string; edit: TermChanges },
    ): Promise<TermsDigest> {
      const terms = await reviewed(input.digest, [input.termId]);
      const { term, category, score, note, translations } = input.edit;
      const { data } = await remedied(repeatable, () =>
        localization(input.project).updateTaskTerm(
          {
            task_id: input.taskId,
            id: input.termId,
            ...(term === undefined ? {} : { term }),
            ...(category === undefined ? {} : { category }),
            ...(score === undefined ? {} : { glossary_score: score }),
            ...(note === undefined ? {} : { judgment: note }),
            ...(translations === undefined ? {} : { translations }),
          },
          { signal: cancellationSignal() },
        ),
      );
      const edited = reviewTerm(data);
      return keep(terms.map((other) => (other.id === edited.id ? edited : other)));
    },

    async deleteTerms(
      input: TermsOfTask & { digest: string; termIds: readonly string[] },
    ): Promise<TermsDigest> {
      const terms = await reviewed(input.digest, input.termIds);
      for (const id of input.termIds) {
        await remedied(repeatable, () => deleteIfThere(localization(input.project), input.taskId, id));
      }
      return keep(terms.filter(({ id }) => !input.termIds.includes(id)));
    },
  };

  /** The list under review; a term that is not on it is refused before anything is changed. */
  async function reviewed(digest: string, termIds: readonly string[]): Promise<ReviewTerm[]> {
    const terms = await getTermList(store, digest);
    const unknown = termIds.filter((id) => !terms.some((term) => term.id === id));
    if (unknown.length === 0) return terms;
    const details: ProblemDetails = {
      origin: 'release',
      code: 'unknown_term',
      endpoint: null,
      effect: 'none',
      traceId: null,
      advice: 'List the terms to see their ids.',
    };
    throw ApplicationFailure.nonRetryable(
      `The list under review has no term ${unknown.join(', ')}. Nothing was changed.`,
      'Refused' satisfies ProblemType,
      details,
    );
  }

  async function keep(terms: readonly ReviewTerm[]): Promise<TermsDigest> {
    return { digest: await putTermList(store, terms), total: terms.length };
  }
}

async function readAll(
  client: LocalizationClient,
  taskId: string,
): Promise<{ terms: ReviewTerm[]; scanStatus: string }> {
  const terms = new Map<string, ReviewTerm>();
  for (let page = 1; ; page += 1) {
    const { data } = await client.taskTerms(
      { task_id: taskId, page, page_size: limits.pageSize },
      { signal: cancellationSignal() },
    );
    for (const item of data.items) terms.set(item.id, reviewTerm(item));
    if (data.items.length === 0 || terms.size >= data.total) {
      return { terms: [...terms.values()], scanStatus: data.scan_status };
    }
  }
}

/** Gone already: deleted by an attempt whose reply was lost, or by somebody in the service's console. */
async function deleteIfThere(client: LocalizationClient, taskId: string, id: string): Promise<void> {
  try {
    await client.deleteTaskTerm({ task_id: taskId, id }, { signal: cancellationSignal() });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 404)) throw error;
  }
}

/** What a reviewer sees and changes; times and sources are left out, so that the digest is of the content alone. */
function reviewTerm(term: TaskTerm): ReviewTerm {
  return {
    id: term.id,
    term: term.term,
    context: term.content,
    category: term.category,
    score: term.glossary_score,
    note: term.judgment,
    translations: Object.fromEntries(Object.entries(term.translations).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
