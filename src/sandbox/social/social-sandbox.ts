/**
 * The social publishing service, as documented. Where its documentation is silent, the sandbox takes the reading that
 * is hardest on a client: lists without targets, drafts that ignore the key, and a publish that happens again under a
 * new key.
 */
import { httpStatusOf } from '../../social/vocabulary';
import type { FaultRule } from '../faults';
import { Refusal } from '../refusal';
import type { Outcome, SandboxContext, SandboxService, ServiceReply, ServiceRequest } from '../service';
import { Accounts, type AccountChange } from './accounts';
import { Caps } from './caps';
import { authenticate, requireAction, requireScope, type Credential } from './credentials';
import { Posts, postView, type Post } from './posts';
import { Publisher } from './publisher';

interface Operation {
  /** The operation's identifier, which is also its tool name. */
  tool: string;
  scope: string;
  rateClass: 'read' | 'write';
  run: (request: ServiceRequest, credential: Credential) => Outcome | Promise<Outcome>;
}

export class SocialSandbox implements SandboxService {
  readonly name = 'social';
  readonly prefix = '/api/v1';
  readonly #operations: Readonly<Record<string, Operation>> = {
    'GET /workspace': {
      tool: 'get_workspace_context',
      scope: 'workspace:read',
      rateClass: 'read',
      run: (_request, credential) => ({ data: this.#workspace(credential) }),
    },
    'GET /accounts': {
      tool: 'list_accounts',
      scope: 'accounts:read',
      rateClass: 'read',
      run: () => ({ data: { ...this.#accounts.list(), deepLink: this.#link('accounts') } }),
    },
    'GET /posts': {
      tool: 'list_posts',
      scope: 'posts:read',
      rateClass: 'read',
      run: ({ query }) => this.#posts.page(query),
    },
    'GET /posts/{postId}': {
      tool: 'get_post',
      scope: 'posts:read',
      rateClass: 'read',
      run: ({ path }) => ({ data: postView(this.context.profile.readings, this.#posts.get(path.postId)) }),
    },
    'POST /posts': {
      tool: 'create_post',
      scope: 'posts:write',
      rateClass: 'write',
      run: (request, credential) => {
        const key = keyOf(request);
        const create = () => this.#posts.create(parseBody(request.rawBody), credential);
        const isHonoured = this.context.profile.readings['draft-idempotency'] === 'honoured';
        return isHonoured && key !== null ? this.#keys.once(`${credential.token} ${key}`, create) : create();
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
        const { clock, profile } = this.context;
        const { acceptMs } = profile.workspace;
        return this.#keys.once(`${credential.token} ${key}`, () =>
          acceptMs > 0 ? clock.later(acceptMs, accept) : accept(),
        );
      },
    },
  };
  readonly endpoints = Object.keys(this.#operations);
  readonly forgettable = [];

  readonly #accounts: Accounts;
  readonly #caps: Caps;
  readonly #publisher: Publisher;
  readonly #posts: Posts;
  readonly #keys = new IdempotencyKeys();
  #requests = 0;

  constructor(private readonly context: SandboxContext) {
    this.#accounts = new Accounts(context.profile.workspace.accounts, context.clock.iso());
    this.#caps = new Caps(context);
    this.#publisher = new Publisher(context, this.#accounts, this.#caps);
    this.#posts = new Posts(context, this.#accounts, (post) => this.#publisher.start(post, post.targets));
  }

  async handle(
    request: ServiceRequest,
    onAdmitted: (caller: number) => void = () => undefined,
  ): Promise<ServiceReply> {
    const key = keyOf(request);
    const ids = { ...request.path, ...(key === null ? {} : { idempotencyKey: key }) };
    try {
      const { data, meta, effect = null, ids: more } = await this.#run(request, onAdmitted);
      const reply = this.#reply(200, 'ok', { data, meta }, { ...ids, ...more });
      return { ...reply, effect };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(error, ids);
    }
  }

  refuse({ code = 'internal', message = 'refused on request', params, retryAfter }: FaultRule): ServiceReply {
    return this.#refused(new Refusal(code, message, { params: params ?? {}, retryAfter }));
  }

  /** Stands for a person in the application. */
  setAccount(id: string, change: AccountChange) {
    return this.#accounts.change(id, change);
  }

  posts(): Post[] {
    return this.#posts.all();
  }

  async #run(request: ServiceRequest, onAdmitted: (caller: number) => void): Promise<Outcome> {
    const { credentials } = this.context.profile.workspace;
    const { caller, headers, endpoint } = request;
    const credential = caller === undefined ? authenticate(credentials, headers) : credentials[caller];
    if (credential === undefined) throw new Error('the profile has no such credential');
    onAdmitted(credentials.indexOf(credential));
    const operation = this.#operations[endpoint];
    if (operation === undefined) throw new Refusal('not_found', 'no such operation');
    requireScope(credential, operation.scope);
    this.#caps.countCall(credential.token, operation.rateClass, operation.tool);
    return operation.run(request, credential);
  }

  #refused({ code: given, message, more }: Refusal, ids: Record<string, string> = {}): ServiceReply {
    const [code, httpStatus] = errorOf(given);
    const { params = {}, retryAfter } = more;
    const after = retryAfter ?? params.retryAfterSec;
    const reply = this.#reply(httpStatus, code, { error: { code, message, params } }, ids);
    if (typeof after !== 'string' && typeof after !== 'number') return reply;
    return { ...reply, headers: { 'retry-after': String(after) } };
  }

  #reply(
    httpStatus: number,
    code: string,
    { meta, ...content }: { meta?: object | undefined; data?: unknown; error?: object },
    ids: Record<string, string>,
  ): ServiceReply {
    const requestId = `req_${++this.#requests}`;
    return {
      httpStatus,
      code,
      text: JSON.stringify({ ...content, meta: { requestId, ...meta } }),
      effect: null,
      owner: this.context.profile.workspace.id,
      ids: { requestId, ...ids },
    };
  }

  #link(page: string): string {
    return `${this.context.origin()}/app/${page}`;
  }

  #workspace({ scopes, role, allowedActions }: Credential): object {
    const { workspace, readings } = this.context.profile;
    const { id, name, scheduledThisMonth, accounts } = workspace;
    const isSilent = readings['publish-tier'] === 'schedule-only';
    const pages = ['dashboard', 'drafts', 'calendar', 'history', 'planning'];
    return {
      workspace: { id, name, kind: 'team', role },
      user: { id: 'user_1' },
      credential: {
        kind: 'mcp_client',
        scopes,
        allowedActions: allowedActions.filter((action) => !isSilent || action !== 'publish'),
        confirmMode: readings['confirm-mode'] === 'approval' ? 'approval_required' : 'preauthorized',
      },
      quotas: {
        scheduledThisMonth: quota(this.#posts.scheduledThisMonth(), scheduledThisMonth.limit),
        rendersThisMonth: quota(0, 100),
        seats: quota(1, 5),
        aiThisMonth: quota(0, 100),
      },
      platforms: {
        publishable: ['x', 'youtube', 'instagram', 'tiktok', 'facebook', 'threads'],
        manual: ['douyin', 'xiaohongshu', 'wechat_mp'],
      },
      accounts: { total: accounts.length, byPlatform: this.#accounts.byPlatform() },
      deepLinks: Object.fromEntries(pages.map((page) => [page, this.#link(page)])),
    };
  }
}

/**
 * Results by key. While the request runs, the key is refused; once it has succeeded, its result is returned again; a
 * failure leaves no trace. The key alone decides, as documented: under a used key nothing is done, even for a different
 * request.
 */
class IdempotencyKeys {
  readonly #results = new Map<string, Outcome | 'running'>();

  async once(key: string, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    const first = this.#results.get(key);
    if (first === 'running')
      throw new Refusal('replay', 'a request with this Idempotency-Key is in progress');
    if (first !== undefined) return { ...first, effect: null, meta: { replayed: true } };
    this.#results.set(key, 'running');
    try {
      const outcome = await work();
      this.#results.set(key, outcome);
      return outcome;
    } catch (error) {
      this.#results.delete(key);
      throw error;
    }
  }
}

function keyOf({ headers }: ServiceRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
}

function parseBody(rawBody: Buffer): unknown {
  if (rawBody.length === 0) return {};
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Refusal('invalid_input', 'body: not JSON');
  }
}

/** A fault for both services may name a number: it means the first code with that HTTP status. */
function errorOf(code: string | number): [code: string, httpStatus: number] {
  // The documentation has no error for a post that is published already.
  const known = Object.entries({ ...httpStatusOf, already_published: 409 }).find(
    ([word, status]) => word === code || status === code,
  );
  return known ?? [String(code), typeof code === 'number' ? code : 500];
}

function quota(used: number, limit: number) {
  return { used, limit, left: Math.max(0, limit - used) };
}
