import { withoutTemporalSettings } from '../../../src/temporal/server/server-version';
import fc from '../../support/fast-check';

describe('the environment of a Temporal server of ours', () => {
  it('names no other Temporal service and no home with profiles in it', () => {
    const env = { TEMPORAL_ADDRESS: 'a:1', TEMPORAL_CONFIG_FILE: '/a', HOME: '/h', XDG_CONFIG_HOME: '/c' };
    expect(withoutTemporalSettings(env)).toEqual({});
  });

  it('keeps every other variable', () => {
    const name = fc.stringMatching(/^[A-Z_]{1,12}$/).filter((text) => !/^(TEMPORAL_|HOME$)/.test(text));
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (env) => {
        expect(withoutTemporalSettings({ ...env, TEMPORAL_NAMESPACE: 'prod' })).toEqual({ ...env });
      }),
    );
  });
});
