import { type AnnouncementCheck, checkAnnouncement } from '../../../src/checks/check-announcement';
import type { ReleaseSpec } from '../../../src/domain/release/release-file';
import { type Answer, reply } from '../../support/bare-server';
import { refuseWith, succeedWith, withSocialServer } from '../../support/social-client';
import { checkSocial } from '../../../src/checks/check-social';

describe('check announcement', () => {
  type Announce = NonNullable<ReleaseSpec['announce']>;

  const accounts = [
    { id: 'acc_1', platform: 'x', status: 'ACTIVE', canPublish: true },
    { id: 'acc_3', platform: 'threads', status: 'EXPIRED', canPublish: true },
  ];
  const workspace = (credential: object): Answer => succeedWith({ workspace: { id: 'ws_1' }, credential });

  interface Given {
    announce?: Partial<Announce>;
    workspace?: Answer;
    post?: object;
    total?: number;
  }

  function check({
    announce,
    workspace: inWorkspace = workspace({}),
    post = {},
    total = accounts.length,
  }: Given): Promise<AnnouncementCheck> {
    const answerOf = (target: string): Answer => {
      if (target.endsWith('/workspace')) return inWorkspace;
      return succeedWith(target.includes('/accounts') ? { accounts, total } : post);
    };
    const answer: Answer = (response, request) => {
      answerOf(request.target)(response, request);
    };
    return withSocialServer(answer, (client) =>
      checkAnnouncement({ accounts: ['acc_1'], platforms: [], ...announce }, 'Out now.', client, {}),
    );
  }

  it('what a part of the list does not show stops nothing, and a warning tells it', async () => {
    const announce = { accounts: ['acc_1', 'acc_9'] };
    const part = await check({ announce, total: 3 });
    expect(part).toMatchObject({ stops: [], accounts: [{ id: 'acc_1' }, { id: 'acc_9' }] });
    expect(part.warnings).toContainEqual(expect.stringContaining('only a part of the accounts'));
    const { stops } = await check({ announce });
    expect(stops).toMatchObject([{ message: expect.stringContaining('no account acc_9') as string }]);
  });

  describe('an account in upper case', () => {
    it('is expired, and stops a release that names it', async () => {
      const { stops } = await check({ announce: { accounts: ['acc_1', 'acc_3'] } });
      expect(stops).toEqual([
        {
          key: ['announce', 'accounts', 1],
          message: expect.stringContaining('account acc_3 has expired') as string,
        },
      ]);
    });

    it('is expired, and is not chosen for its platform', async () => {
      const { stops } = await check({ announce: { platforms: ['threads'] } });
      expect(stops).toEqual([
        {
          key: ['announce', 'platforms', 0],
          message: expect.stringContaining('can publish on threads') as string,
        },
      ]);
    });
  });

  it('a prepared post is a draft in upper case too', async () => {
    const post = { postId: 'post_1', status: 'DRAFT' };
    expect(await check({ announce: { postId: 'post_1' }, post })).toMatchObject({ stops: [], warnings: [] });
  });

  it.each(['approved', 'ready'])(
    'a prepared post that is %s is warned of, and stops nothing',
    async (status) => {
      const found = await check({ announce: { postId: 'post_1' }, post: { postId: 'post_1', status } });
      expect(found.stops).toEqual([]);
      expect(found.warnings).toEqual([expect.stringContaining(`has the status "${status}"`)]);
    },
  );

  describe('a workspace that cannot be read', () => {
    it.each([
      ['is of another shape', reply(200, '<html></html>')],
      ['may not be read', refuseWith(403, 'forbidden')],
      ['fails', refuseWith(500, 'internal')],
    ])('only warns where it %s', async (_what, inWorkspace) => {
      const { stops, warnings, quota, accounts: chosen } = await check({ workspace: inWorkspace });
      expect(stops).toEqual([]);
      expect(warnings).toEqual([
        expect.stringContaining('could not be read, so the credential and the quota were not checked'),
      ]);
      expect(quota).toBeNull();
      expect(chosen.map(({ id }) => id)).toEqual(['acc_1']);
    });

    it('stops where the credential is refused: nothing else would work', async () => {
      await expect(check({ workspace: refuseWith(401, 'unauthenticated') })).rejects.toThrow(
        'unauthenticated',
      );
    });
  });

  describe('what the credential may do', () => {
    const scheduling = workspace({ allowedActions: ['draft', 'schedule'] });

    it('is enough to be announced by the service where it may schedule', async () => {
      const { warnings } = await check({ announce: { by: 'service' }, workspace: scheduling });
      expect(warnings).toEqual([]);
    });

    it.each([
      ['publish', {}, scheduling],
      ['schedule', { by: 'service' as const }, workspace({ allowedActions: ['draft'] })],
    ])('is warned of where it lacks %s', async (action, announce, inWorkspace) => {
      const { warnings } = await check({ announce, workspace: inWorkspace });
      expect(warnings).toEqual([expect.stringContaining(`and not ${action}.`)]);
    });
  });

  describe('the scopes of a credential', () => {
    const scopes = ['workspace:read', 'accounts:read', 'posts:read'];

    it('that lack one to announce with are warned of, and stop nothing', async () => {
      const found = await check({ workspace: workspace({ scopes }) });
      expect(found.stops).toEqual([]);
      expect(found.warnings).toEqual([expect.stringContaining('The credential has no posts:write.')]);
    });

    it('need one more where the service publishes at its time', async () => {
      const inWorkspace = workspace({ scopes: [...scopes, 'posts:write'] });
      expect((await check({ workspace: inWorkspace })).warnings).toEqual([]);
      const { warnings } = await check({ workspace: inWorkspace, announce: { by: 'service' } });
      expect(warnings).toEqual([expect.stringContaining('has no schedule:write.')]);
    });

    it.each([[[]], [['*']], [['workspace:*', 'accounts:*', 'posts:*']]])('%j lack nothing', async (given) => {
      expect((await check({ workspace: workspace({ scopes: given }) })).warnings).toEqual([]);
    });
  });

  it('says where in the application an account is connected', async () => {
    const dashboard = 'https://app.example/';
    const inWorkspace = succeedWith({
      workspace: { id: 'ws_1' },
      credential: {},
      deepLinks: { dashboard, drafts: 7 },
    });
    const { stops, links } = await check({ workspace: inWorkspace, announce: { platforms: ['tiktok'] } });
    expect(links).toEqual({ dashboard });
    expect(stops[0]?.message).toContain('in the application (https://app.example/).');
  });
});

describe('check social', () => {
  const accounts = [{ id: 'acc_3', platform: 'x', handle: '@games', status: 'EXPIRED', canPublish: true }];

  const found = (credential: object) => {
    const answer: Answer = (response, request) =>
      succeedWith(request.target.endsWith('/accounts') ? { accounts } : { credential })(response, request);
    return withSocialServer(answer, (client) => checkSocial(() => client));
  };

  describe('the doctor', () => {
    it('takes an account in upper case for expired', async () => {
      expect(await found({})).toContainEqual(
        expect.objectContaining({
          what: 'account acc_3',
          level: 'warn',
          message: expect.stringContaining('has expired') as string,
        }),
      );
      expect(await found({})).toContainEqual(
        expect.objectContaining({ what: 'accounts', level: 'warn', message: 'No account can publish.' }),
      );
    });

    it('names the confirm mode of the credential', async () => {
      const [credential, ...others] = await found({ confirmMode: 'preauthorized' });
      expect(credential?.message).toContain('Confirm mode: preauthorized.');
      expect(others.map(({ what }) => what)).not.toContain('confirm mode');
    });

    it('warns of a confirm mode that may hold up an announcement', async () => {
      expect(await found({ confirmMode: 'approval_required' })).toContainEqual(
        expect.objectContaining({
          what: 'confirm mode',
          level: 'warn',
          message: expect.stringContaining('approval_required') as string,
        }),
      );
    });
  });
});
