import type { DataConverter } from '@temporalio/common';
import type { Config } from '../../config/config';
import { modulePath } from '../../package';
import { EncryptionCodec } from './encryption-codec';

type Keys = Pick<Config, 'encryptionKeys'>;

/** The payload format of every client of Temporal. Workers differ only for damaged payloads. */
export function dataConverter({ encryptionKeys }: Keys): DataConverter {
  return {
    payloadCodecs: [new EncryptionCodec(encryptionKeys)],
    // Only with encryption: in clear, the Temporal pages show a plain message better.
    ...(encryptionKeys.length === 0 ? {} : { failureConverterPath: failureConverterPath() }),
  };
}

export function workerDataConverter(keys: Keys): DataConverter {
  return { ...dataConverter(keys), payloadCodecs: [new EncryptionCodec(keys.encryptionKeys, true)] };
}

/** The workflow bundle must contain this module too. */
export function failureConverterPath(): string {
  return modulePath('temporal/payloads/failure-converter');
}
