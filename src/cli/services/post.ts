/** Commands for posts of the social service, including those that no release created. */
import type { Command } from 'commander';
import { BadRequest } from '../../client/errors';
import { quotable } from '../../domain/text/visible-text';
import type { Post } from '../../social/replies';
import { postStatuses } from '../../social/vocabulary';
import { add, type At } from '../command';
import { flag, limitOption, otherwise, required, separated, text, timeoutOption } from '../command-options';
import { finishWork, runWork, targetLine } from './run-work';
import { Table } from '../terminal/table';
import { timeText } from '../terminal/terminal-form';

const publishing = {
  wait: flag('Wait until it is published or has failed on each account.'),
  timeout: timeoutOption('the post'),
};

const publishHelp = `Exit code 0: published. 4: not ended at the timeout; it continues. 6: failed on some account. 7: a person must check; the
message says what. 8: refused by the service.`;

export function post(parent: Command): void {
  add(parent, 'list', {
    description: 'List posts.',
    options: {
      ...table.options,
      status: text('<status>', `Only posts of this status, such as ${postStatuses.join(', ')}.`),
      limit: otherwise(limitOption, 100),
    },
    examples: ['service post list --status failed'],
    run: async ({ ask, terminal }, { status, limit, ...options }) =>
      table.write(terminal, 'posts', await ask('posts', { status, limit }), options, { none: 'No posts.' }),
  });
  add(parent, 'get <post>', {
    description: 'Show a post, with what became of it on each account.',
    examples: ['service post get post_1'],
    run: async ({ ask, terminal }, _options, postId: string) =>
      terminal.data({ post: await ask('post', { postId }) }, (shown) =>
        [table.text([shown.post], {}), ...shown.post.targets.map(targetLine)].join('\n'),
      ),
  });
  add(parent, 'create', {
    description: 'Create a draft, which nobody sees until it is published.',
    options: {
      text: required(text('<text>', 'The text, as it stands.')),
      accounts: otherwise(separated('<ids>', 'Accounts, separated by commas.'), [], 'none'),
      platforms: otherwise(
        separated('<names>', 'Every account of these platforms, separated by commas.'),
        [],
        'none',
      ),
      timeout: timeoutOption('the creation'),
    },
    examples: ['service post create --text "Out now." --accounts acc_1,acc_2'],
    run: async (at, { timeout, ...draft }) => {
      if (draft.accounts.length + draft.platforms.length === 0)
        throw new BadRequest('Name --accounts or --platforms. Nothing was created.');
      const { notes, ...started } = await at.ask('draftPost', draft);
      notes.forEach(at.terminal.warn);
      await finishWork(at, started, { again: 'the same command', timeoutMs: timeout });
    },
  });
  add(parent, 'publish <post>', {
    description: 'Publish a post. Where it is published or being published already, it is not sent again.',
    options: { account: text('<account>', 'Only on this account.'), ...publishing },
    help: publishHelp,
    examples: ['service post publish post_1 --wait'],
    run: (at, options, postId: string) => publish(at, `publish ${postId}`, { postId, ...options }),
  });
  add(parent, 'retry <post>', {
    description: 'Publish a post again on an account on which it failed. The other accounts do not change.',
    options: { account: required(text('<account>', 'The account.')), ...publishing },
    help: publishHelp,
    examples: ['service post retry post_1 --account acc_2 --wait'],
    run: (at, options, postId: string) => publish(at, `retry ${postId}`, { postId, ...options }),
  });
}

function publish(
  at: At,
  words: string,
  { postId, account, wait, timeout }: { postId: string; account?: string; wait?: boolean; timeout?: number },
): Promise<void> {
  const onAccount = account === undefined ? '' : ` --account ${account}`;
  return runWork(at, {
    work: { kind: 'post', postId, accountId: account ?? null },
    again: `locrelease service post ${words}${onAccount} --wait`,
    until: wait ? 'ended' : 'accepted',
    timeoutMs: timeout,
  });
}

const table = new Table<Post>([
  { name: 'id', value: ({ postId }) => postId },
  'status',
  { name: 'created', value: ({ createdAt }) => timeText(createdAt) },
  { name: 'text', value: ({ text }) => quotable(text ?? ''), flexible: true },
]);
