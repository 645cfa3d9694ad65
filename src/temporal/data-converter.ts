import type { DataConverter } from '@temporalio/common';
import type { Config } from '../config/config';
import { EncryptionCodec } from './encryption-codec';

/** How everything that speaks to Temporal writes and reads payloads: clients, gateway and workers alike. */
export function dataConverter({ encryptionKeys }: Pick<Config, 'encryptionKeys'>): DataConverter {
  return {
    payloadCodecs: [new EncryptionCodec(encryptionKeys)],
    // Only where it is needed: in clear, the Temporal pages show a plain message better.
    ...(encryptionKeys.length === 0 ? {} : { failureConverterPath: failureConverterPath() }),
  };
}

/** The workflow bundle must hold it too. */
export function failureConverterPath(): string {
  return require.resolve('./failure-converter');
}
