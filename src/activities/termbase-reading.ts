/** Reads a termbase, to tell which terms of an upload it has, and what the upload changed. */
import { cancellationSignal } from '@temporalio/activity';
import { termbasePages } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';
import type { NewTerm } from '../localization/requests';
import type { TermbaseTerm } from '../localization/replies';
import { hasValues, termKey } from '../localization/term-match';
import { limits } from '../localization/vocabulary';
import type { TermbaseReading } from '../store/termbase-terms';

/** Clocks within the service may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = limits.signatureWindowMs;

export interface TermsLook {
  /** Of the terms that the termbase has as they were sent. */
  counts: { new: number; changed: number; unchanged: number };
  /** Not there yet, or with other values. */
  missing: number;
  /** Of another source language than the one that can be read. */
  unseen: number;
}

/** Those of the wanted terms that are there. */
export async function readExisting(
  client: LocalizationClient,
  wanted: readonly NewTerm[],
): Promise<TermbaseReading> {
  const keys = new Set(wanted.map(termKey));
  const terms = new Map<string, NewTerm>();
  let newestAt: string | null = null;
  let sourceLanguage: string | null = null;
  for await (const page of pagesNewestFirst(client)) {
    sourceLanguage = page.source_language;
    newestAt ??= page.items[0]?.updated_at ?? null;
    for (const item of page.items) if (keys.has(termKey(item))) terms.set(termKey(item), valuesOf(item));
  }
  return { sourceLanguage, newestAt, terms: [...terms.values()] };
}

/** How many of the sent terms are there, compared with a reading from before they were sent. */
export async function lookFor(
  client: LocalizationClient,
  sent: readonly NewTerm[],
  before: TermbaseReading,
): Promise<TermsLook> {
  const existing = new Map(before.terms.map((term) => [termKey(term), term]));
  const counts = { new: 0, changed: 0, unchanged: 0 };
  const awaited = new Map<string, NewTerm>();
  let unseen = 0;
  for (const term of sent) {
    const found = existing.get(termKey(term));
    if (found !== undefined && hasValues(found, term)) counts.unchanged += 1;
    else if (before.sourceLanguage !== null && before.sourceLanguage !== term.source_language) unseen += 1;
    else awaited.set(termKey(term), term);
  }
  for await (const item of changedSince(client, before.newestAt)) {
    if (awaited.size === 0) break;
    const key = termKey(item);
    const wanted = awaited.get(key);
    if (wanted === undefined || !hasValues(valuesOf(item), wanted)) continue;
    awaited.delete(key);
    counts[existing.has(key) ? 'changed' : 'new'] += 1;
  }
  return { counts, missing: awaited.size, unseen };
}

/** A termbase may be large; what an upload changed stands at its front. */
async function* changedSince(
  client: LocalizationClient,
  newestAt: string | null,
): AsyncGenerator<TermbaseTerm> {
  const oldestMs = newestAt === null ? -Infinity : Date.parse(newestAt) - CLOCK_TOLERANCE_MS;
  for await (const { items } of pagesNewestFirst(client)) {
    for (const item of items) {
      if (Date.parse(item.updated_at ?? '') < oldestMs) return;
      yield item;
    }
  }
}

function pagesNewestFirst(client: LocalizationClient): ReturnType<typeof termbasePages> {
  return termbasePages(client, {}, { signal: cancellationSignal() });
}

function valuesOf({ content, source_language, category, pic, translations }: TermbaseTerm): NewTerm {
  return { content, source_language, category, pic, translations };
}
