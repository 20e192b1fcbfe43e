import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/api/open-database.ts';
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { ask, type Started } from '../started.ts';
import { fullEstate } from './write-sites.ts';

/** So many that nobody comes near what one customer may order in an hour. */
const customers = 120;
/** No run sells so much. */
const plenty = 1_000_000_000;

/** Fills the stock, and logs everybody in: answers the Cookie header of each. */
export async function openAccounts(database: Database, storefront: Started): Promise<string[]> {
  await database.db.$client.query('update stock set quantity = $2 where site_id = $1', [fullEstate.id, plenty]);
  const cookies: string[] = [];
  for (let count = 0; count < customers; count++) {
    const { email, password } = await newCustomer(database, { site: fullEstate.id });
    const answer = await ask(storefront, '/api/login', { host: fullEstate.host }, { identifier: email, password });
    if (answer.status !== 200) throw new Error(`nobody can log in: ${answer.status} ${answer.body}`);
    cookies.push(answer.cookies.join('; '));
  }
  return cookies;
}

/** Seconds in which the mails of a burst are gone. */
const mailPatience = 180;

/** Else the mails of one burst would be sent at the expense of the next. */
export async function mailsAreSent({ db }: Database): Promise<void> {
  const deadline = Date.now() + mailPatience * 1_000;
  while ((await db.$client.query(`select from mails where state = 'QUEUED' limit 1`)).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error(`mails are still waiting after ${mailPatience} s`);
    await sleep(100);
  }
}
