import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedDatabase } from '#server/api/open-database.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { sendRequest } from '../send-request.ts';
import type { PinnedServer } from '../server-process.ts';
import { fullEstateSite } from './write-sites.ts';

/** Number of customers, so many that none of them reaches the hourly limit of orders. */
const customerCount = 120;

/** Stock of each variant, more than a run can sell. */
const stockQuantity = 1_000_000_000;

/**
 * Fills the stock of the full estate, creates customers and logs them in.
 * @returns The Cookie header of each customer.
 */
export async function createLoggedInCustomers(database: OpenedDatabase, storefront: PinnedServer): Promise<string[]> {
  await database.db.$client.query('update stock set quantity = $2 where site_id = $1', [
    fullEstateSite.id,
    stockQuantity,
  ]);
  const cookies: string[] = [];
  for (let count = 0; count < customerCount; count++) {
    const { email, password } = await createCustomer(database, { site: fullEstateSite.id });
    const credentials = { identifier: email, password };
    const response = await sendRequest(storefront, '/api/login', { host: fullEstateSite.host }, credentials);
    if (response.status !== 200) throw new Error(`login failed: ${response.status} ${response.body}`);
    cookies.push(response.cookies.join('; '));
  }
  return cookies;
}

const mailTimeoutSeconds = 180;

/** Waits until no mail is queued, because sending mails would take CPU time from the next sample. */
export async function waitForQueuedMails({ db }: OpenedDatabase): Promise<void> {
  const deadline = Date.now() + mailTimeoutSeconds * 1_000;
  while ((await db.$client.query(`select from mails where state = 'QUEUED' limit 1`)).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error(`mails are still queued after ${mailTimeoutSeconds} s`);
    await sleep(100);
  }
}
