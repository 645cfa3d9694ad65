/** The answer of `GET /workspace`: who one is, what one may do, and how much is left. */
import type { WorkspaceSeed } from '../profile';
import type { Accounts } from './accounts';
import type { Credential } from './credentials';

interface Parts {
  workspace: WorkspaceSeed;
  credential: Credential;
  accounts: Accounts;
  scheduledUsed: number;
  link: (page: string) => string;
}

export function workspaceContext({ workspace, credential, accounts, scheduledUsed, link }: Parts) {
  const { id, name, scheduledThisMonth } = workspace;
  const { scopes, allowedActions, role } = credential;
  return {
    workspace: { id, name, kind: 'team', role },
    user: { id: 'user_1' },
    credential: { kind: 'mcp_client', scopes, allowedActions, confirmMode: 'preauthorized' },
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
