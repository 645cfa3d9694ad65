import { log } from '@temporalio/activity';
import type { ToldOccurrence } from '../domain/notice';
import type { NoticeOffice } from '../notices/notice-office';

/** Hands a notice over beside other work, which does not fail with it: the workflow then has it posted by itself. */
export async function isPosted(office: Pick<NoticeOffice, 'post'>, notice: ToldOccurrence): Promise<boolean> {
  try {
    await office.post(notice);
    return true;
  } catch (error) {
    log.warn('Cannot queue a notice yet.', { event: notice.occurrence.event, error });
    return false;
  }
}
