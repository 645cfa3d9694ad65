/** The workspace's posts, listed newest first with an opaque cursor. */
import * as z from 'zod';
import { postStatuses } from '../../social/vocabulary';
import type { SandboxContext } from '../mount-service';
import type { Readings } from '../readings/catalogue';
import { readInput, Refusal } from './refusal';

export interface Target {
  accountId: string;
  platform: string;
  status: 'pending' | 'publishing' | 'published' | 'failed';
  errorCode: string | null;
  errorMessage: string | null;
}

export interface Post {
  postId: string;
  status: (typeof postStatuses)[number] | Readings['prepared-post-status'];
  text: string;
  scheduledAt: string | null;
  createdAt: string;
  targets: Target[];
}

type NewPost = Pick<Post, 'text' | 'scheduledAt' | 'targets'>;

const ID_PREFIX = 'post_';

const listQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: z.enum(postStatuses).optional(),
});

export class Posts {
  readonly #posts = new Map<string, Post>();

  constructor(private readonly context: SandboxContext) {}

  add(fields: NewPost): Post {
    return this.#keep(this.#freeId(), fields.scheduledAt === null ? 'draft' : 'scheduled', fields);
  }

  /** Adds a post from the profile: a person may have prepared it further than a draft. */
  addPrepared(postId: string, fields: NewPost): Post {
    return this.#keep(postId, this.context.profile.readings['prepared-post-status'], fields);
  }

  get(postId = ''): Post {
    const post = this.#posts.get(postId);
    if (post === undefined) throw new Refusal('not_found', 'the post does not exist');
    return post;
  }

  all(): Post[] {
    return structuredClone([...this.#posts.values()]);
  }

  /** A page has summaries only: the status on each account is only in a post's detail. */
  page(query: unknown) {
    const { cursor, limit, status } = readInput(listQuery, query);
    const newestFirst = [...this.#posts.values()].reverse();
    const start = cursor === undefined ? 0 : this.#placeAfter(newestFirst, cursor);
    const matching = newestFirst
      .slice(start)
      .filter((post) => status === undefined || post.status === status);
    const pageLength = this.context.profile.readings['cursor-place'] === 'none' ? matching.length : limit;
    const posts = matching.slice(0, pageLength);
    const last = matching.length > pageLength ? posts.at(-1) : undefined;
    return {
      posts: posts.map(({ postId, status, text, scheduledAt, createdAt }) => {
        return { postId, status, text, scheduledAt, createdAt };
      }),
      nextCursor: last === undefined ? null : Buffer.from(`after:${last.postId}`).toString('base64url'),
    };
  }

  #placeAfter(posts: readonly Post[], cursor: string): number {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const place = posts.findIndex(({ postId }) => text === `after:${postId}`);
    if (place < 0) throw new Refusal('invalid_input', 'cursor: invalid');
    return place + 1;
  }

  #keep(postId: string, status: Post['status'], fields: NewPost): Post {
    const post: Post = { postId, status, createdAt: this.context.clock.iso(), ...fields };
    this.#posts.set(postId, post);
    return post;
  }

  #freeId(): string {
    let number = this.#posts.size + 1;
    while (this.#posts.has(`${ID_PREFIX}${number}`)) number += 1;
    return `${ID_PREFIX}${number}`;
  }
}
