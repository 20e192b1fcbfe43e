import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import type { OpenedDatabase } from '#server/api/open-database.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { sendRequest } from '../processes/send-request.ts';
import type { PinnedServer } from '../processes/server-process.ts';
import { type BenchEstate, fullEstateSite } from './write-sites.ts';

/** Number of customers. There are so many that none of them reaches the hourly limit of orders. */
const customerCount = 120;

/** Stock of each variant, more than a run can sell. */
const stockQuantity = 1_000_000_000;

/**
 * Fills the stock of an estate, creates customers and logs them in.
 * @returns The Cookie header of each customer.
 */
export async function fillStockAndCreateCustomerCookies(
  database: OpenedDatabase,
  storefront: PinnedServer,
  { id: site, host }: BenchEstate = fullEstateSite,
): Promise<string[]> {
  await fillStock(database, site);
  const cookies: string[] = [];
  for (let count = 0; count < customerCount; count++) {
    const { email, password } = await createCustomer(database, { site });
    const credentials = { identifier: email, password };
    const response = await sendRequest(storefront, '/api/login', { host }, credentials);
    if (response.status !== 200) throw new Error(`login failed: ${response.status} ${response.body}`);
    cookies.push(response.cookies.join('; '));
  }
  return cookies;
}

/** Creates customers with a session for calls of the API itself, and returns their tokens. */
export async function createCustomerTokens(database: OpenedDatabase, site: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < customerCount; count++) tokens.push((await createCustomer(database, { site })).token);
  return tokens;
}

export async function fillStock({ db }: OpenedDatabase, site: number): Promise<void> {
  // Outside a site transaction, row-level security hides all rows.
  const filled = await withSiteTransaction(db, site, (tx) =>
    tx.update(stock).set({ quantity: stockQuantity }).returning({ variantId: stock.variantId }),
  );
  if (filled.length === 0) throw new Error(`site ${site} has no stock`);
}

const mailTimeoutSeconds = 180;

/** Waits until `fullEstateSite` has no queued mail, because sending mails would take CPU time from the next sample. */
export async function waitForEmptyMailQueueOfFullEstate({ db }: OpenedDatabase): Promise<void> {
  const deadline = Date.now() + mailTimeoutSeconds * 1_000;
  const countQueued = () =>
    withSiteTransaction(db, fullEstateSite.id, (tx) => tx.$count(mails, eq(mails.state, 'QUEUED')));
  while ((await countQueued()) > 0) {
    if (Date.now() > deadline) throw new Error(`mails are still queued after ${mailTimeoutSeconds} s`);
    await sleep(100);
  }
}
