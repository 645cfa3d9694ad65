import { log } from '@temporalio/activity';

/** What a call reads beside its own work, which does not fail with it; null: the workflow has to ask for it by itself. */
export async function readBeside<Result>(what: string, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    log.warn('An extra read failed. It is tried again later.', { what, error });
    return null;
  }
}
