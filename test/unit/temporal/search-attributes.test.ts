import { Connection, ServiceError } from '@temporalio/client';
import { ConfigError } from '../../../src/config/config-error';
import { ensureSearchAttributes, knowingSearchAttributes } from '../../../src/temporal/search-attributes';

const refusal = (code: number, details: string): Error =>
  Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: {} });

describe('a server that does not let us look at its search attributes, as in Temporal Cloud', () => {
  const connection = Connection.lazy();
  const namespace = 'game.a1b2c';
  afterAll(() => connection.close());

  const refuses = (code: number): void => {
    jest
      .spyOn(connection.operatorService, 'listSearchAttributes')
      .mockRejectedValue(refusal(code, 'Request unauthorized.'));
  };

  it.each([7, 12])('stops no worker (code %d)', async (code) => {
    refuses(code);
    expect(await ensureSearchAttributes(connection, namespace)).toBe(false);
  });

  it('is told of when it turns out that they are missing', async () => {
    refuses(7);
    const unknown = new ServiceError('Failed to start Workflow', {
      cause: refusal(3, 'Namespace game.a1b2c has no mapping defined for search attribute LocreleaseState'),
    });
    const starting = knowingSearchAttributes({ connection, namespace }, () => Promise.reject(unknown));
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow(/Temporal Cloud.*LocreleaseWaitingSince/);
  });

  it('fails otherwise where it is only away', async () => {
    refuses(14);
    await expect(ensureSearchAttributes(connection, namespace)).rejects.toThrow('14:');
  });
});
