import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { type Db, openPool } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { expect, test as shopTest, urlOf, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { type InboxMail, mailsTo } from '#tests/support/servers/mail-inbox.ts';
import { type Customer, type CustomerOptions, createCustomer } from '../fixtures/create-customer.ts';
import { chenes, type Host } from '../fixtures/estates.ts';

export const siteIdOf = (host: Host): number => (host === chenes ? 40 : 41);

/** An address that nobody else in this run has. */
export const uniqueEmail = (): string => `client-${randomBytes(6).toString('hex')}@mail.example`;

/** What tests of the shop do beside the browser, in its database. */
export interface Shop {
  /** Somebody with an account. */
  createCustomer(host: Host, wish?: CustomerOptions): Promise<Customer>;
  /** How many of a declination there are from now on. */
  setStock(host: Host, declination: number, quantity: number): Promise<void>;
}

const createShop = (db: Db): Shop => ({
  createCustomer: (host, wish) => createCustomer({ db }, { site: siteIdOf(host), email: uniqueEmail(), ...wish }),
  setStock: (host, declination, quantity) =>
    withSiteTransaction(db, siteIdOf(host), async (tx) => {
      await tx.update(stock).set({ quantity }).where(eq(stock.variantId, declination));
    }),
});

export const test = shopTest.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
    async ({}, use) => {
      const connectionString = process.env.SHOP_DATABASE;
      if (!connectionString) throw new Error('SHOP_DATABASE is not set: the shop did not start');
      const db = openPool({ connectionString }, { poolSize: 2 });
      await use(createShop(db));
      await db.$client.end();
    },
    { scope: 'worker' },
  ],
});

/** The browser is logged in from now on, as after the log-in form. */
export async function logIn(context: BrowserContext, host: Host, { token }: Customer): Promise<void> {
  const url = urlOf(host, '/');
  await context.addCookies([
    { name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'idSite', value: String(siteIdOf(host)), url, sameSite: 'Lax' },
  ]);
}

/** The session ends as when its day is over: the browser does not know yet. */
export const endSession = (context: BrowserContext): Promise<void> => context.clearCookies({ name: 'token' });

export interface CartLineInput {
  product: number;
  declination: number;
  quantity: number;
  /** What the browser remembers wrongly, as of last week. */
  remembered?: { price?: number; quantity?: number };
}

interface FillCartOptions {
  /** The page to open then. */
  path?: string;
  /** The discount code that the cart holds. */
  discount?: object | null;
}

/** Puts wines into the browser's cart, as it would have kept them, and opens the checkout. */
export async function fillCart(
  page: Page,
  host: Host,
  lines: readonly CartLineInput[],
  { path = '/checkout', discount = null }: FillCartOptions = {},
): Promise<void> {
  await page.goto(urlOf(host, '/legal-notice'));
  await waitForHydration(page);
  await page.evaluate(
    async ({ site, lines, discount }) => {
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
      const state = { products, nextLineId: lines.length, discount };
      localStorage.setItem(`cuvee-cart-${site}`, JSON.stringify({ state, version: 1 }));
      localStorage.removeItem(`cuvee-checkout-${site}`);
    },
    { site: siteIdOf(host), lines, discount },
  );
  await page.goto(urlOf(host, path));
  await waitForHydration(page);
}

/** The mail to an address whose subject fits, as soon as it has come. */
export async function waitForMail(address: string, subject: RegExp): Promise<InboxMail> {
  let found: InboxMail | undefined;
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
  return found as InboxMail;
}

/** Where the link of a mail leads, as a path of the test server. */
export function linkPathIn(mail: InboxMail, pattern: RegExp): string {
  const link = mail.links.find((one) => pattern.test(one));
  if (!link) throw new Error(`no link like ${pattern} in “${mail.subject}”: ${mail.links.join(' ')}`);
  return new URL(link).pathname;
}
