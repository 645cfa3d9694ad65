import { checkSocial } from '../../../src/checks/check-social';
import type { Answer } from '../../support/bare-server';
import { succeedWith, withSocialServer } from '../../support/social-client';

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
