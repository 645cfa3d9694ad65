import { ConfigError } from '../../../src/config/config-error';
import { temporalAddress } from '../../../src/temporal/connect-client';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

describe('the address of Temporal', () => {
  it('is localhost where nothing is set', () => {
    expect(temporalAddress({})).toMatchObject({
      connectionOptions: { address: 'localhost:7233' },
      namespace: 'default',
    });
  });

  it.each(['', 'bad:port:x', 'two words:7233'])('is refused as %j', (address) => {
    const read = (): unknown => temporalAddress({ TEMPORAL_ADDRESS: address });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/TEMPORAL_ADDRESS.* must be a host and its port/);
  });

  it('is refused with an empty namespace, or with a word for TLS that means neither', () => {
    const read = (env: NodeJS.ProcessEnv) => () => temporalAddress({ TEMPORAL_ADDRESS: 'x:7233', ...env });
    expect(read({ TEMPORAL_NAMESPACE: '' })).toThrow(/^TEMPORAL_NAMESPACE.* must not be empty/);
    expect(read({ TEMPORAL_TLS: 'perhaps' })).toThrow(new ConfigError('TEMPORAL_TLS must be true or false.'));
    expect(read({ TEMPORAL_TLS: 'false' })()).toMatchObject({ namespace: 'default' });
    for (const yes of ['TRUE', '1']) expect(read({ TEMPORAL_TLS: yes })().connectionOptions.tls).toBeTruthy();
    expect(read({ TEMPORAL_TLS: '' })().connectionOptions).not.toMatchObject({ tls: false });
  });
});

describe('a setting that cannot be used names its variable', () => {
  it.each([
    ['TEMPORAL_PROFILE', 'nowhere', /nowhere/],
    ['TEMPORAL_TLS_CLIENT_CERT_PATH', '/nowhere/cert.pem', /ENOENT/],
  ])('%s=%s', (name, value, why) => {
    const read = (): unknown => temporalAddress({ TEMPORAL_ADDRESS: 'x:7233', [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`They come from TEMPORAL_ADDRESS, ${name}\\.$`));
    expect(read).toThrow(why);
  });

  it('and shows nothing of a file that is no TOML', async () => {
    const file = await scratch.write(
      'temporal.toml',
      '[profile.default]\napi_key = "hush-hush\ngarbage = [\n',
    );
    const read = (): unknown => temporalAddress({ TEMPORAL_CONFIG_FILE: file });
    expect(read).toThrow(/TEMPORAL_CONFIG_FILE/);
    expect(read).not.toThrow(/hush/);
  });
});
