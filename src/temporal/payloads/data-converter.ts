import type { DataConverter } from '@temporalio/common';
import type { Config } from '../../config/config';
import { modulePath } from '../../package';
import { EncryptionCodec, WorkerEncryptionCodec } from './encryption-codec';

type Keys = Pick<Config, 'encryptionKeys'>;

/** How everything that speaks to Temporal writes and reads payloads: clients and gateway, and workers but for damaged ones. */
export function dataConverter({ encryptionKeys }: Keys): DataConverter {
  return {
    payloadCodecs: [new EncryptionCodec(encryptionKeys)],
    // Only where it is needed: in clear, the Temporal pages show a plain message better.
    ...(encryptionKeys.length === 0 ? {} : { failureConverterPath: failureConverterPath() }),
  };
}

export function workerDataConverter(keys: Keys): DataConverter {
  return { ...dataConverter(keys), payloadCodecs: [new WorkerEncryptionCodec(keys.encryptionKeys)] };
}

/** The workflow bundle must hold it too. */
export function failureConverterPath(): string {
  return modulePath('temporal/payloads/failure-converter');
}
