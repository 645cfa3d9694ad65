/**
 * The social publishing service, as documented. Where its documentation is silent, the sandbox takes the reading that
 * is hardest on a client: lists without targets, drafts that ignore the key, and a publish that happens again under a
 * new key.
 */
import { httpStatusOf } from '../../social/vocabulary';
import type { FaultRule } from '../faults';
import type { SandboxProfile } from '../profile';
import type { SandboxContext, SandboxService, ServiceReply, ServiceRequest } from '../mount-service';
import { socialForm, type SocialBody } from '../readings/forms';
import { Accounts, type AccountChange } from './accounts';
import { Caps } from './caps';
import { Composer } from './composer';
import {
  authenticate,
  requireAction,
  requireScope,
  type Credential,
  IdempotencyKeys,
  type Operation,
  type Outcome,
} from './operation';
import { Posts, type Post } from './posts';
import { Publisher } from './publisher';
import { parseBody, Refusal, undocumentedStatusOf } from './refusal';

export class SocialSandbox implements SandboxService {
  readonly name = 'social';
  readonly prefix = '/api/v1';
  readonly #operations: Readonly<Record<string, Operation>> = {
    'GET /workspace': {
      tool: 'get_workspace_context',
      scope: 'workspace:read',
      rateClass: 'read',
      run: (_request, credential) => ({
        data: workspaceContext({
          profile: this.context.profile,
          credential,
          accounts: this.#accounts,
          scheduledUsed: this.#composer.scheduledThisMonth(),
          link: (page) => this.#link(page),
        }),
        effect: null,
      }),
    },
    'GET /accounts': {
      tool: 'list_accounts',
      scope: 'accounts:read',
      rateClass: 'read',
      run: () => ({ data: { ...this.#accounts.list(), deepLink: this.#link('accounts') }, effect: null }),
    },
    'GET /posts': {
      tool: 'list_posts',
      scope: 'posts:read',
      rateClass: 'read',
      run: (request) => ({ data: this.#posts.page(request.query), effect: null }),
    },
    'GET /posts/{postId}': {
      tool: 'get_post',
      scope: 'posts:read',
      rateClass: 'read',
      run: (request) => ({
        data: structuredClone(this.#posts.get(request.path.postId)),
        effect: null,
      }),
    },
    'POST /posts': {
      tool: 'create_post',
      scope: 'posts:write',
      rateClass: 'write',
      run: (request, credential) => {
        const key = keyOf(request);
        const create = () => this.#composer.create(parseBody(request.rawBody), credential);
        const heeded = this.context.profile.readings['draft-idempotency'] === 'honoured' && key !== null;
        return heeded ? this.#keys.once(`${credential.token} ${key}`, create) : create();
      },
    },
    'POST /posts/{postId}/publish': {
      tool: 'publish_post',
      scope: 'posts:write',
      rateClass: 'write',
      run: (request, credential) => {
        requireAction(credential, 'publish');
        const key = keyOf(request);
        if (key === null) throw new Refusal('invalid_input', 'Idempotency-Key: required to publish');
        const accept = (): Outcome => {
          const post = this.#posts.get(request.path.postId);
          return this.#publisher.accept(post, parseBody(request.rawBody), key);
        };
        const { acceptMs } = this.context.profile.workspace;
        return this.#keys.once(`${credential.token} ${key}`, () =>
          acceptMs > 0 ? this.context.clock.later(acceptMs, accept) : accept(),
        );
      },
    },
  };
  readonly endpoints = Object.keys(this.#operations);
  readonly forgettable = [];

  readonly #accounts: Accounts;
  readonly #posts: Posts;
  readonly #caps: Caps;
  readonly #publisher: Publisher;
  readonly #composer: Composer;
  readonly #keys = new IdempotencyKeys();
  #requests = 0;

  constructor(private readonly context: SandboxContext) {
    const { profile, clock } = context;
    this.#accounts = new Accounts(profile.workspace.accounts, clock.iso());
    this.#posts = new Posts(context);
    this.#caps = new Caps(context);
    this.#publisher = new Publisher(context, this.#accounts, this.#caps);
    this.#composer = new Composer(context, this.#accounts, this.#posts, this.#publisher);
  }

  async handle(
    request: ServiceRequest,
    onAdmitted: (caller: number) => void = () => undefined,
  ): Promise<ServiceReply> {
    const key = keyOf(request);
    const ids = { ...request.path, ...(key === null ? {} : { idempotencyKey: key }) };
    try {
      const { data, effect, replayed, ids: more } = await this.#run(request, onAdmitted);
      return this.#reply({
        httpStatus: 200,
        code: 'ok',
        content: { data },
        meta: replayed ? { replayed } : {},
        effect,
        ids: { ...ids, ...more },
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refusal(error.code, error.message, error.params, ids);
    }
  }

  refuse({
    code = 'internal',
    message = 'refused on request',
    params = {},
    retryAfter,
  }: FaultRule): ServiceReply {
    const reply = this.#refusal(code, message, params);
    return retryAfter === undefined ? reply : { ...reply, headers: { 'retry-after': retryAfter } };
  }

  /** The service documents its limits, so `Caps` enforces them. */
  turnAway(): null {
    return null;
  }

  inForm(endpoint: string, { httpStatus, body }: ServiceReply): Pick<ServiceReply, 'httpStatus' | 'body'> {
    return { httpStatus, body: socialForm(this.context.profile.readings, endpoint, body as SocialBody) };
  }

  /** Stands for a person in the application. */
  setAccount(id: string, change: AccountChange) {
    return this.#accounts.change(id, change);
  }

  posts(): Post[] {
    return this.#posts.all();
  }

  async #run(request: ServiceRequest, onAdmitted: (caller: number) => void): Promise<Outcome> {
    const credential = this.#callerOf(request);
    onAdmitted(this.context.profile.workspace.credentials.indexOf(credential));
    const operation = this.#operations[request.endpoint];
    if (operation === undefined) throw new Refusal('not_found', 'no such operation');
    requireScope(credential, operation.scope);
    this.#caps.countCall(credential.token, operation.rateClass, operation.tool);
    return operation.run(request, credential);
  }

  #callerOf({ caller, headers }: ServiceRequest): Credential {
    if (caller === undefined) return authenticate(this.context.profile.workspace.credentials, headers);
    const credential = this.context.profile.workspace.credentials[caller];
    if (credential === undefined) throw new Error('the profile has no such credential');
    return credential;
  }

  #link(page: string): string {
    return `${this.context.origin()}/app/${page}`;
  }

  #refusal(
    given: number | string,
    message: string,
    params: Readonly<Record<string, unknown>>,
    ids: Record<string, string> = {},
  ): ServiceReply {
    const [code, httpStatus] = errorOf(given);
    const reply = this.#reply({ httpStatus, code, content: { error: { code, message, params } }, ids });
    const seconds = params.retryAfterSec;
    return typeof seconds === 'number' ? { ...reply, headers: { 'retry-after': String(seconds) } } : reply;
  }

  #reply(parts: {
    httpStatus: number;
    code: string;
    content: object;
    meta?: object;
    effect?: string | null;
    ids: Record<string, string>;
  }): ServiceReply {
    const { httpStatus, code, content, meta = {}, effect = null, ids } = parts;
    const requestId = `req_${++this.#requests}`;
    return {
      httpStatus,
      code,
      body: { ...content, meta: { requestId, ...meta } },
      effect,
      owner: this.context.profile.workspace.id,
      ids: { requestId, ...ids },
    };
  }
}

function keyOf({ headers }: ServiceRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
}

/** A fault for both services may name a number: it means the first code with that HTTP status. */
function errorOf(code: string | number): [code: string, httpStatus: number] {
  const known = Object.entries({ ...httpStatusOf, ...undocumentedStatusOf }).find(
    ([word, status]) => word === code || status === code,
  );
  return known ?? [String(code), typeof code === 'number' ? code : 500];
}

/** The parts of the reply to `GET /workspace`: the identity, the permissions, and the remaining quotas. */
interface Parts {
  profile: SandboxProfile;
  credential: Credential;
  accounts: Accounts;
  scheduledUsed: number;
  link: (page: string) => string;
}

function workspaceContext({ profile, credential, accounts, scheduledUsed, link }: Parts) {
  const { workspace, readings } = profile;
  const { id, name, scheduledThisMonth } = workspace;
  const { scopes, role } = credential;
  const isSilent = readings['publish-tier'] === 'schedule-only';
  const allowedActions = credential.allowedActions.filter((action) => !isSilent || action !== 'publish');
  const confirmMode = readings['confirm-mode'] === 'approval' ? 'approval_required' : 'preauthorized';
  return {
    workspace: { id, name, kind: 'team', role },
    user: { id: 'user_1' },
    credential: { kind: 'mcp_client', scopes, allowedActions, confirmMode },
    quotas: {
      scheduledThisMonth: quota(scheduledUsed, scheduledThisMonth.limit),
      rendersThisMonth: quota(0, 100),
      seats: quota(1, 5),
      aiThisMonth: quota(0, 100),
    },
    platforms: {
      publishable: ['x', 'youtube', 'instagram', 'tiktok', 'facebook', 'threads'],
      manual: ['douyin', 'xiaohongshu', 'wechat_mp'],
    },
    accounts: { total: workspace.accounts.length, byPlatform: accounts.byPlatform() },
    deepLinks: {
      dashboard: link('dashboard'),
      drafts: link('drafts'),
      calendar: link('calendar'),
      history: link('history'),
      planning: link('planning'),
    },
  };
}

function quota(used: number, limit: number) {
  return { used, limit, left: Math.max(0, limit - used) };
}
