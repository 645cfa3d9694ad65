/** A reply of every kind that each endpoint of both services gives, as the clients hear it from the sandbox. */
import { Secret } from '../../src/http/secret';
import type { ObservedExchange } from '../../src/http/service-transport';
import { LocalizationClient } from '../../src/localization/localization-client';
import { startSandbox } from '../../src/sandbox/sandbox';
import { SocialClient } from '../../src/social/social-client';
import type { CannedReplies } from './canned-replies';
import { TOKEN, workspaceWith } from './social-sandbox';

interface Clients {
  localization: LocalizationClient;
  social: SocialClient;
}

export interface RecordedReply {
  endpoint: string;
  text: string;
  /** The call again, of other clients. */
  call: (clients: Clients) => Promise<{ data: unknown }>;
}

const LONG_MS = 3_600_000;
const strings = [
  { string_id: 'intro', content: 'Take the Dragon Sword, {name}.' },
  { string_id: 'outro', content: 'You gave the Dragon Sword to Morgana. Was Morgana right?' },
];
const ini = { type: 'project_strings', template_id: 'tpl-1a2b3c4d', target_languages: ['ja', 'fr'] } as const;

export function clientsOf(
  baseUrl: string,
  options: { dispatcher?: CannedReplies; onExchange?: (heard: ObservedExchange) => void },
): Clients {
  return {
    localization: new LocalizationClient({
      baseUrl,
      appKey: 'sandbox-app-key',
      appSecret: new Secret('sandbox-app-secret'),
      ...options,
    }),
    social: new SocialClient({ baseUrl, accessToken: new Secret(TOKEN), ...options }),
  };
}

export async function recordReplies(): Promise<RecordedReply[]> {
  const replies: RecordedReply[] = [];
  const heard: ObservedExchange[] = [];
  const sandbox = await startSandbox({
    speed: 1e-9,
    workspace: workspaceWith(),
    faults: [
      { on: 'work publish', do: 'fail', reason: 'no room', nth: 2 },
      { on: 'target acc_2', do: 'fail', nth: 1 },
    ],
  });
  const clients = clientsOf(sandbox.url, { onExchange: (exchange) => heard.push(exchange) });
  const tell = async <Data>(call: (clients: Clients) => Promise<{ data: Data }>): Promise<Data> => {
    const { data } = await call(clients);
    for (const { endpoint, text } of heard.splice(0).slice(-1)) replies.push({ endpoint, text, call });
    return data;
  };
  const settle = (): void => {
    sandbox.clock.advance(LONG_MS);
  };
  const createTask = (id: string, auto_apply_terms: boolean): Promise<{ task_id: string }> =>
    tell(({ localization }) =>
      localization.createTask({
        client_task_id: id,
        name: 'Release 1',
        target_languages: ['ja', 'fr'],
        strings,
        auto_apply_terms,
      }),
    );
  try {
    await reviewedTask();
    await publishing();
    await templates();
    await termbase();
    await posts();
    return replies;
  } finally {
    await sandbox.close();
    await clients.localization.close();
    await clients.social.close();
  }

  async function reviewedTask(): Promise<void> {
    const { task_id } = await createTask('release-1', false);
    const status = () => tell(({ localization }) => localization.taskStatus({ task_id }));
    const terms = () =>
      tell(({ localization }) => localization.taskTerms({ task_id, page: 1, page_size: 500 }));
    await status();
    await terms();
    settle();
    await status();
    const [first, second] = (await terms()).items;
    const [id = '', other = ''] = [first?.id, second?.id];
    await tell(({ localization }) => localization.updateTaskTerm({ task_id, id, category: 'Item' }));
    await tell(({ localization }) => localization.deleteTaskTerm({ task_id, id: other }));
    await tell(({ localization }) => localization.confirmTerms({ task_id }));
    sandbox.clock.advance(1000);
    await status();
    settle();
    await status();
    for (const target_languages of [['ko', 'ja'], ['ja']]) {
      await tell(({ localization }) => localization.supplementTranslate({ task_id, target_languages }));
      await status();
    }
    settle();
    await status();
  }

  async function publishing(): Promise<void> {
    const { task_id } = await createTask('release-2', true);
    settle();
    // The second one fails.
    for (let jobs = 0; jobs < 2; jobs += 1) {
      const { job_id } = await tell(({ localization }) => localization.publishTask({ task_id }));
      const status = () => tell(({ localization }) => localization.publishStatus({ job_id }));
      await status();
      settle();
      await status();
    }
    await tell(({ localization }) => localization.exportIni(ini));
    await tell(({ localization }) => localization.languages());
  }

  async function templates(): Promise<void> {
    const { type } = ini;
    const { template } = await tell(({ localization }) =>
      localization.createTemplate({
        type,
        name: 'other-ini',
        format: 'ini',
        mode: 'single',
        languages: ['ja'],
      }),
    );
    const { id } = template;
    await tell(({ localization }) => localization.listTemplates({ type }));
    await tell(({ localization }) => localization.getTemplate({ type, id }));
    await tell(({ localization }) => localization.updateTemplate({ type, id, languages: ['ja', 'ko'] }));
    await tell(({ localization }) => localization.deleteTemplate({ type, id }));
  }

  async function termbase(): Promise<void> {
    const terms = ['Moonblade', 'Sunblade'].map((content) => ({
      content,
      source_language: 'en',
      category: 'Item',
      translations: { ja: content, 'zh-cn': content },
    }));
    await tell(({ localization }) => localization.uploadTerms({ terms }));
    settle();
    const { items } = await tell(({ localization }) => localization.queryTerms({ page: 1, page_size: 100 }));
    const [id = '', other = ''] = items.map((item) => item.id);
    await tell(({ localization }) =>
      localization.updateTerms({
        terms: [
          { id, category: 'Weapon' },
          { id: other, category: 'Weapon' },
        ],
      }),
    );
    await tell(({ localization }) => localization.deleteTerm({ id }));
    await tell(({ localization }) => localization.queryTerms({ keyword: 'nothing has this name' }));
  }

  async function posts(): Promise<void> {
    await tell(({ social }) => social.workspace());
    await tell(({ social }) => social.accounts());
    const accountIds = ['acc_1', 'acc_2'];
    const { postId } = await tell(({ social }) =>
      social.createDraft({ text: 'Out now.', accountIds }, 'key-1'),
    );
    const look = () => tell(({ social }) => social.post(postId));
    await look();
    await tell(({ social }) => social.publishPost(postId, {}, 'key-2'));
    await look();
    settle();
    await look();
    const { next } = await tell(({ social }) => social.listPosts({ limit: 1 }));
    await tell(({ social }) => social.listPosts({ limit: 1, ...(typeof next === 'object' ? next : {}) }));
  }
}
