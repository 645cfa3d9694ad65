import { asObject } from '../http/replies/reply-text';
import { accountStatuses, postStatuses } from '../social/vocabulary';
import {
  isUpper,
  saw,
  texts,
  type Evaluator,
  bodyOf,
  replyContent,
  isSuccess,
  objectsIn,
  type Seen,
} from './seen';
import { preparedWords, targetWords, distinctivePostWords } from './words';

const detail = 'GET /posts/{postId}';
const cursorNames = ['nextCursor', 'next_cursor', 'cursor', 'next'];

const posts = (seen: Seen): Record<string, unknown>[] => seen.contents('GET /posts').flatMap(objectsIn);
const postOf = (content: unknown): Record<string, unknown> | null => {
  const own = asObject(Array.isArray(content) ? content[0] : content);
  return asObject(own?.post) ?? own;
};
/** A named post is read before the list, so nothing follows the list: see askSocial. */
const namedPost = (seen: Seen): Record<string, unknown> | null => {
  const later = seen.after('GET /posts')?.of(detail) ?? [];
  return later.length === 0 ? postOf(seen.contents(detail)[0]) : null;
};
const targets = (seen: Seen): Record<string, unknown>[] =>
  seen.contents(detail).flatMap((content) => {
    const post = postOf(content);
    return objectsIn(post?.targets ?? post?.accounts ?? post?.channels);
  });
const workspace = (seen: Seen): Record<string, unknown> | null =>
  asObject(seen.contents('GET /workspace')[0]);
const list = (values: readonly unknown[]): string => values.map(String).join(', ');

const isDraft = (status: string): boolean => status.toLowerCase() === 'draft';

export const socialEvaluators: Readonly<Record<string, Evaluator>> = {
  'cursor-place': (seen) => {
    const [reply] = seen.of('GET /posts').filter(isSuccess);
    if (reply === undefined) return null;
    const has = (place: unknown): boolean => cursorNames.some((name) => name in (asObject(place) ?? {}));
    if (has(replyContent(reply))) return saw('data', 'in data');
    return has(bodyOf(reply)?.meta) ? saw('meta', 'in meta') : saw('none', 'no cursor');
  },

  'post-status-words': (seen) => {
    const words = texts([...posts(seen), ...seen.contents(detail).map(postOf)].map((post) => post?.status));
    if (words.length === 0) return null;
    const plain = words.map((word) => word.toLowerCase());
    // The status of a prepared post is an assumption of its own.
    const isKnown = (word: string): boolean =>
      preparedWords.has(word) || postStatuses.some((status) => status === word);
    if (!plain.every(isKnown)) return saw('other', list(words));
    if (isUpper(words)) return saw('upper-case', list(words));
    const isDistinctive = distinctivePostWords.some((word) => plain.includes(word));
    return isDistinctive ? saw('documented', list(words)) : null;
  },

  'prepared-post-status': (seen) => {
    const named = texts([namedPost(seen)?.status]);
    const words = [...named, ...texts(posts(seen).map(({ status }) => status))];
    // Anybody may have made a draft, but a named post was prepared for this.
    const word =
      words.find((status) => preparedWords.has(status.toLowerCase()) && !isDraft(status)) ??
      named.find(isDraft);
    return word === undefined ? null : saw(preparedWords.get(word.toLowerCase()) ?? null, word);
  },

  'target-words': (seen) => {
    const words = texts(targets(seen).map(({ status }) => status));
    if (words.length === 0) return null;
    if (isUpper(words)) return saw('upper-case', list(words));
    const done = words.filter((word) => targetWords.has(word.toLowerCase()));
    return done.length === 0 ? null : saw(targetWords.get(done[0]?.toLowerCase() ?? '') ?? null, list(done));
  },

  'publish-tier': (seen) => {
    const actions = asObject(workspace(seen)?.credential)?.allowedActions;
    if (!Array.isArray(actions)) return null;
    return saw(actions.includes('publish') ? 'publish' : 'schedule-only', list(actions));
  },

  'quota-shape': (seen) => {
    const context = workspace(seen);
    if (context === null) return null;
    const quota = asObject(context.quotas)?.scheduledThisMonth;
    if (quota === undefined) return saw('left-out', 'no quota');
    const limit = asObject(quota)?.limit;
    if (quota === null || limit === null) return saw('null', 'null');
    if (limit === undefined) return saw('left-out', 'no limit');
    if (typeof limit !== 'number') return saw(null, 'a limit that is no number');
    if (limit < 0) return saw('minus-one', `a limit of ${limit}`);
    return limit === 0 ? saw('zero', 'a limit of 0') : saw('numbers', 'three numbers');
  },

  'account-status-words': (seen) => {
    const words = texts(
      seen
        .contents('GET /accounts')
        .flatMap(objectsIn)
        .map(({ status }) => status),
    );
    if (words.length === 0) return null;
    if (!words.every((word) => accountStatuses.some((known) => known === word.toLowerCase())))
      return saw('other', list(words));
    return saw(isUpper(words) ? 'upper-case' : 'documented', list(words));
  },

  'confirm-mode': (seen) => {
    const mode = asObject(workspace(seen)?.credential)?.confirmMode;
    if (typeof mode !== 'string') return null;
    return saw(mode === 'preauthorized' ? 'preauthorized' : 'approval', mode);
  },
};
