import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { type Db, openPool } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { type Customer, type CustomerWish, newCustomer } from './customer.ts';
import { chenes, type Host } from './estates.ts';
import { type Mail, mailsTo } from './post-office.ts';
import { at, awake, expect, test as shopTest } from './shop-test.ts';

export const siteOf = (host: Host): number => (host === chenes ? 40 : 41);

/** An address that nobody else in this run has. */
export const newEmail = (): string => `client-${randomBytes(6).toString('hex')}@mail.example`;

/** What tests of the shop do beside the browser, in its database. */
export interface Shop {
  /** Somebody with an account. */
  customer(host: Host, wish?: CustomerWish): Promise<Customer>;
  /** How many of a declination there are from now on. */
  fill(host: Host, declination: number, quantity: number): Promise<void>;
}

const shopIn = (db: Db): Shop => ({
  customer: (host, wish) => newCustomer({ db }, { site: siteOf(host), email: newEmail(), ...wish }),
  fill: (host, declination, quantity) =>
    inSite(db, siteOf(host), async (tx) => {
      await tx.update(stock).set({ quantity }).where(eq(stock.declinationId, declination));
    }),
});

export const test = shopTest.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
    async ({}, use) => {
      const connectionString = process.env.SHOP_DATABASE;
      if (!connectionString) throw new Error('SHOP_DATABASE is not set: the shop did not start');
      const db = openPool({ connectionString }, { poolSize: 2 });
      await use(shopIn(db));
      await db.$client.end();
    },
    { scope: 'worker' },
  ],
});

/** The browser is logged in from now on, as after the log-in form. */
export async function logIn(context: BrowserContext, host: Host, { token }: Customer): Promise<void> {
  const url = at(host, '/');
  await context.addCookies([
    { name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'idSite', value: String(siteOf(host)), url, sameSite: 'Lax' },
  ]);
}

/** The session ends as when its day is over: the browser does not know yet. */
export const endSession = (context: BrowserContext): Promise<void> => context.clearCookies({ name: 'token' });

export interface Wanted {
  product: number;
  declination: number;
  quantity: number;
  /** What the browser remembers wrongly, as of last week. */
  remembered?: { price?: number; quantity?: number };
}

interface Filled {
  /** The page to open then. */
  path?: string;
  /** What else the browser remembers with the cart. */
  more?: object;
}

/** Puts wines into the browser's cart, as it would have kept them, and opens the checkout. */
export async function fillCart(
  page: Page,
  host: Host,
  lines: readonly Wanted[],
  { path = '/checkout', more = {} }: Filled = {},
): Promise<void> {
  await page.goto(at(host, '/legal-notice'));
  await awake(page);
  await page.evaluate(
    async ({ key, lines, more }) => {
      const ids = [...new Set(lines.map(({ product }) => product))].join(',');
      const { data } = await (await fetch(`/api/product?id=${ids}&nbItem=100`)).json();
      const products = lines.map(({ product, declination, quantity, remembered }, id) => {
        const found = data.products.find((one: { id: number }) => one.id === product);
        const chosen = found.declination.find((one: { id: number }) => one.id === declination);
        return {
          id,
          product: { ...found, declination: [{ ...chosen, ...remembered }] },
          declinationId: declination,
          quantity,
        };
      });
      localStorage.setItem(key, JSON.stringify({ state: { ...more, products, nextLineId: lines.length }, version: 1 }));
    },
    { key: `cuvee-cart-${siteOf(host)}`, lines, more },
  );
  await page.goto(at(host, path));
  await awake(page);
}

/** The mail to an address whose subject fits, as soon as it has come. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(address);
        found = mails.findLast((mail) => subject.test(mail.subject));
        return found ? 'here' : `only: ${mails.map((mail) => mail.subject).join(', ')}`;
      },
      { timeout: 60_000, message: `a mail about ${subject}` },
    )
    .toBe('here');
  return found as Mail;
}

/** Where the link of a mail leads, as a path of the test server. */
export function pathIn(mail: Mail, pattern: RegExp): string {
  const link = mail.links.find((one) => pattern.test(one));
  if (!link) throw new Error(`no link like ${pattern} in “${mail.subject}”: ${mail.links.join(' ')}`);
  return new URL(link).pathname;
}
