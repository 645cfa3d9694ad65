/** Posts of the social service, also those that no release made. */
import { Option, type Command } from 'commander';
import { BadRequest } from '../client/errors';
import { quotable } from '../domain/visible-text';
import type { Post } from '../social/replies';
import { postStatuses } from '../social/vocabulary';
import { limitOption, outputOption, timeoutOption } from './command-options';
import { followWork, runWork, tellWork } from './run-work';
import { Table, type ListOptions } from './table';
import { createTerminal } from './terminal';
import { timeText } from './time-text';
import { withBackend } from './with-backend';
import { targetLine } from './work-text';

interface PublishOptions {
  account?: string;
  wait?: boolean;
  timeout?: number;
  output: string;
}

interface CreateOptions {
  text: string;
  accounts: string[];
  platforms: string[];
  timeout?: number;
  output: string;
}

interface PostListOptions extends ListOptions {
  status?: string;
  limit: number;
}

export function define(posts: Command): void {
  table
    .options(posts.command('list').description('List posts.'))
    .option('--status <status>', `Only posts of this status, such as ${postStatuses.join(', ')}.`)
    .addOption(limitOption())
    .addHelpText('after', '\nExample:\n  locrelease service post list --status failed')
    .action(({ status, limit, ...options }: PostListOptions) =>
      withBackend(async ({ ask }) => {
        table.write('posts', await ask('posts', { status, limit }), options, { none: 'No posts.' });
      }),
    );

  posts
    .command('get <post>')
    .description('Show a post, with what became of it on each account.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease service post get post_1')
    .action((postId: string, { output }: { output: string }) =>
      withBackend(async ({ ask }) => {
        const post = await ask('post', { postId });
        createTerminal(output === 'json').data({ post }, ({ post: { targets } }) =>
          [table.text([post], {}), ...targets.map(targetLine)].join('\n'),
        );
      }),
    );

  posts
    .command('create')
    .description('Create a draft, which nobody sees until it is published.')
    .requiredOption('--text <text>', 'The text, as it stands.')
    .addOption(namesOption('--accounts <ids>', 'Accounts, separated by commas.'))
    .addOption(namesOption('--platforms <names>', 'Every account of these platforms, separated by commas.'))
    .addOption(timeoutOption('the creation'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExample:\n  locrelease service post create --text "Out now." --accounts acc_1,acc_2',
    )
    .action(({ text, accounts, platforms, timeout, output }: CreateOptions) =>
      withBackend(async ({ ask }) => {
        const terminal = createTerminal(output === 'json');
        if (accounts.length + platforms.length === 0)
          throw new BadRequest('Name --accounts or --platforms. Nothing was created.');
        const { notes, ...started } = await ask('draftPost', { text, accounts, platforms });
        for (const note of notes) terminal.say(`Warning: ${note}`);
        const request = { again: 'the same command', until: 'ended', timeoutMs: timeout } as const;
        tellWork(terminal, await followWork(ask, terminal, started, request));
      }),
    );

  publishing(
    posts
      .command('publish <post>')
      .description('Publish a post. Where it is published or being published already, it is not sent again.')
      .option('--account <account>', 'Only on this account.'),
  )
    .addHelpText('after', `${exitHelp}\n  locrelease service post publish post_1 --wait`)
    .action((postId: string, options: PublishOptions) => publish(postId, options, 'publish'));

  publishing(
    posts
      .command('retry <post>')
      .description('Publish a post again on an account on which it failed. The other accounts do not change.')
      .requiredOption('--account <account>', 'The account.'),
  )
    .addHelpText('after', `${exitHelp}\n  locrelease service post retry post_1 --account acc_2 --wait`)
    .action((postId: string, options: PublishOptions) => publish(postId, options, 'retry'));
}

const namesOption = (flags: string, description: string): Option =>
  new Option(flags, description)
    .default([], 'none')
    .argParser((text) => text.split(',').map((name) => name.trim()));

const exitHelp = `
Exit code 0: published. 4: not ended at the timeout; it continues. 6: failed on some account. 7: a person must check; the
message says what. 8: refused by the service.

Example:`;

function publishing(command: Command): Command {
  return command
    .option('--wait', 'Wait until it is published or has failed on each account.')
    .addOption(timeoutOption('the post'))
    .addOption(outputOption());
}

function publish(postId: string, options: PublishOptions, verb: 'publish' | 'retry'): Promise<void> {
  const { account, wait = false, timeout, output } = options;
  return withBackend(async ({ ask }) => {
    const terminal = createTerminal(output === 'json');
    const onAccount = account === undefined ? '' : ` --account ${account}`;
    const status = await runWork(ask, terminal, {
      work: { kind: 'post', postId, accountId: account ?? null },
      again: `locrelease service post ${verb} ${postId}${onAccount} --wait`,
      until: wait ? 'ended' : 'accepted',
      timeoutMs: timeout,
    });
    tellWork(terminal, status);
  });
}

const table = new Table<Post>([
  { name: 'id', text: ({ postId }) => postId },
  { name: 'status', text: ({ status }) => status },
  { name: 'created', text: ({ createdAt }) => timeText(createdAt) },
  { name: 'text', text: ({ text }) => quotable(text ?? ''), flexible: true },
]);
