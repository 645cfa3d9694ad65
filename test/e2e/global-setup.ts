import { bringS3Server } from '../support/versitygw';
import bringTemporalBinary from '../temporal/global-setup';

export default async function bringServers(): Promise<void> {
  await bringTemporalBinary();
  await bringS3Server();
}
