import type pg from 'pg';
import { limitTransactionToSite } from './backup-connection.ts';
import type { TableWithSiteRows } from './tables-with-site-rows.ts';

/**
 * Pauses the newsletter issues of a restored site that were being sent, and turns scheduled ones into drafts. The
 * backup does not show which subscribers were mailed after it was made, so staff decide whether the sending continues.
 */
export async function stopNewsletterIssues(
  client: pg.ClientBase,
  siteId: number,
  tables: readonly TableWithSiteRows[],
): Promise<void> {
  // Backups of earlier versions have no such table.
  if (!tables.some(({ name }) => name === 'newsletter_issues')) return;
  await limitTransactionToSite(client, siteId);
  await client.query(`update newsletter_issues set state = 'PAUSED' where state = 'SENDING'`);
  await client.query(`update newsletter_issues set state = 'DRAFT', send_at = null where state = 'SCHEDULED'`);
  await limitTransactionToSite(client, null);
}
