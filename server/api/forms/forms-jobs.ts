import { lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { readFormFile } from './forms-repository.ts';
import { formSubmissions } from './forms-tables.ts';

const deleteExpiredSubmissions = (tx: SiteTx, now: Date) =>
  tx.delete(formSubmissions).where(lt(formSubmissions.erasedAfter, now));

export const formsDailyTasks: DailySiteTasks = {
  'erase-form-submissions': (tx) => deleteExpiredSubmissions(tx, new Date()),
};

export async function readFormFileAsAttachment(
  tx: SiteTx,
  key: string,
): Promise<{ content: Buffer; contentType: string }> {
  const file = await readFormFile(tx, Number(key));
  if (!file) throw new Error('the file has been erased');
  return { content: file.content, contentType: file.type };
}
