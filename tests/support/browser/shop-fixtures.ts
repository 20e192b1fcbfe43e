import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { cartStorageVersion } from '#client/features/cart/cart-store.tsx';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { createDatabasePool, type Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementRegistrations } from '#server/api/elements/elements-tables.ts';
import { formSubmissions } from '#server/api/forms/forms-tables.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { hasRefusedInvitations } from '#server/api/reviews/review-refusals.ts';
import { buildShopUrl, expect, test as shopTest, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { findMailsTo, type InboxMail } from '#tests/support/servers/mail-inbox.ts';
import { type Customer, type CustomerOptions, createCustomer } from '../fixtures/create-customer.ts';
import { chenes, type TestHost } from '../fixtures/estates.ts';
import { insertCompletedOrder, runReviewInvitations } from '../fixtures/review-fixtures.ts';
import { type SeedOrderOptions, seedOrder } from '../fixtures/seed-order.ts';

export const getSiteIdOfHost = (host: TestHost): number => (host === chenes ? 40 : 41);

/** Returns an email address that no other test of this run uses. */
export const createRandomEmail = (): string => `client-${randomBytes(6).toString('hex')}@mail.example`;

/** Returns an order number that no other test of this run uses. */
const uniqueOrderNumber = (): string => `2025-${randomBytes(4).readUInt32BE()}`;

/** Access of a browser test to the server's database, without the API. */
export interface ShopDatabase {
  createCustomer(host: TestHost, options?: CustomerOptions): Promise<Customer>;
  /** Inserts an order and returns its id. */
  insertOrder(customer: Customer, options?: SeedOrderOptions): Promise<number>;
  setStock(host: TestHost, variantId: number, quantity: number): Promise<void>;
  readStock(host: TestHost, variantId: number): Promise<number | undefined>;
  /** Subscribes an email address to a newsletter in French. */
  subscribe(host: TestHost, email: string, listId: number): Promise<void>;
  /** Inserts a registration for a date of an event that the estate has since deleted. */
  insertRegistration(host: TestHost, registration: { name: string; email: string }): Promise<void>;
  /** Inserts a message that staff have handled, so that no list of open messages contains it. */
  insertHandledMessage(host: TestHost, email: string): Promise<void>;
  /** Inserts an order that was completed 20 days ago, and runs the job that invites its customer to write reviews. */
  inviteToReview(
    host: TestHost,
    customer: Customer,
    lines: SeedOrderOptions['lines'],
    order?: SeedOrderOptions['order'],
  ): Promise<void>;
  hasRefusedReviews(customer: Customer): Promise<boolean>;
}

const createShop = (db: Db): ShopDatabase => ({
  createCustomer: (host, options) =>
    createCustomer({ db }, { site: getSiteIdOfHost(host), email: createRandomEmail(), ...options }),
  insertOrder: (customer, { order, ...options } = {}) =>
    seedOrder({ db }, customer, { ...options, order: { number: uniqueOrderNumber(), ...order } }),
  setStock: (host, variantId, quantity) =>
    withSiteTransaction(db, getSiteIdOfHost(host), async (tx) => {
      await tx.update(stock).set({ quantity }).where(eq(stock.variantId, variantId));
    }),
  readStock: (host, variantId) =>
    withSiteTransaction(db, getSiteIdOfHost(host), async (tx) => {
      const [row] = await tx.select().from(stock).where(eq(stock.variantId, variantId));
      return row?.quantity;
    }),
  subscribe: (host, email, listId) =>
    withSiteTransaction(db, getSiteIdOfHost(host), async (tx) => {
      await tx.insert(newsletterSubscriptions).values({ email, emailKey: email, listId, lang: 'fr_FR' });
    }),
  insertRegistration: (host, { name, email }) =>
    withSiteTransaction(db, getSiteIdOfHost(host), async (tx) => {
      const date = { elementId: 999_999, slotId: 999_999, title: 'Visite du chai', startsAt: new Date('2099-05-12') };
      const choice = { people: 2, language: '', lang: 'fr_FR', state: 'CONFIRMED', requestHash: '' } as const;
      await tx.insert(elementRegistrations).values({ ...date, ...choice, name, email, emailKey: email });
    }),
  insertHandledMessage: (host, email) =>
    withSiteTransaction(db, getSiteIdOfHost(host), async (tx) => {
      const times = { receivedAt: new Date('2026-01-05'), handledAt: new Date('2026-01-06') };
      const answers = [{ name: 'message', label: 'Message', answers: ['Oak 12'] }];
      const form = { formId: null, formTitle: 'Contact', lang: 'fr_FR', answers, contentHash: email } as const;
      await tx
        .insert(formSubmissions)
        .values({ ...form, ...times, emailKey: email, erasedAfter: new Date('2099-01-05') });
    }),
  inviteToReview: async (host, customer, lines, order = {}) => {
    await insertCompletedOrder({ db }, customer, { lines, order });
    await runReviewInvitations(db, getSiteIdOfHost(host));
  },
  hasRefusedReviews: ({ site, email }) => withSiteTransaction(db, site, (tx) => hasRefusedInvitations(tx, email)),
});

export const test = shopTest.extend<object, { shop: ShopDatabase }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
    async ({}, use) => {
      const connectionString = process.env.SHOP_DATABASE;
      if (!connectionString) throw new Error('SHOP_DATABASE is not set, because the server did not start');
      const db = createDatabasePool({ connectionString }, { poolSize: 2 });
      await use(createShop(db));
      await db.$client.end();
    },
    { scope: 'worker' },
  ],
});

/** Sets the session cookies of a customer, as the log-in form does. */
export async function setSessionCookies(context: BrowserContext, host: TestHost, { token }: Customer): Promise<void> {
  const url = buildShopUrl(host, '/');
  await context.addCookies([
    { name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'idSite', value: String(getSiteIdOfHost(host)), url, sameSite: 'Lax' },
  ]);
}

/** Removes the session cookie, as if the session had expired. The open page still considers the customer logged in. */
export const deleteSessionCookie = (context: BrowserContext): Promise<void> => context.clearCookies({ name: 'token' });

export interface CartLineToStore {
  productId: number;
  variantId: number;
  quantity: number;
  /** An outdated price in euros and an outdated stock to store, in order to test that the page refreshes them. */
  outdated?: { price?: number; quantity?: number };
}

interface FillCartOptions {
  /**
   * URL path to open after the cart has been stored.
   * @default '/checkout'
   */
  path?: string;
  discount?: object | null;
}

/** Replaces the cart in the browser's storage, deletes the checkout draft there, and opens `path`. */
export async function storeCartAndOpenPage(
  page: Page,
  host: TestHost,
  lines: readonly CartLineToStore[],
  { path = '/checkout', discount = null }: FillCartOptions = {},
): Promise<void> {
  await page.goto(buildShopUrl(host, '/legal-notice'));
  await waitForHydration(page);
  await page.evaluate(
    async ({ site, lines, discount, version }) => {
      const ids = [...new Set(lines.map(({ productId }) => productId))].join(',');
      const { data } = await (await fetch(`/api/product?id=${ids}&nbItem=100`)).json();
      const products = lines.map(({ productId, variantId, quantity, outdated }, id) => {
        const match = data.products.find((candidate: { id: number }) => candidate.id === productId);
        const variant = match.declination.find((candidate: { id: number }) => candidate.id === variantId);
        return {
          id,
          product: { ...match, declination: [{ ...variant, ...outdated }] },
          variantId,
          quantity,
        };
      });
      const state = { products, nextLineId: lines.length, discount };
      localStorage.setItem(`cuvee-cart-${site}`, JSON.stringify({ state, version }));
      localStorage.removeItem(`cuvee-checkout-${site}`);
    },
    { site: getSiteIdOfHost(host), lines, discount, version: cartStorageVersion },
  );
  await page.goto(buildShopUrl(host, path));
  await waitForHydration(page);
}

/** Waits for a mail to an address with a matching subject, and with `text` in its body. */
export async function waitForMail(address: string, subject: RegExp, text = ''): Promise<InboxMail> {
  let found: InboxMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await findMailsTo(address);
        found = mails.findLast((mail) => subject.test(mail.subject) && mail.text.includes(text));
        return found ? 'received' : `received only: ${mails.map((mail) => mail.subject).join(', ')}`;
      },
      { timeout: 60_000, message: `a mail about ${subject}` },
    )
    .toBe('received');
  return found as InboxMail;
}

/** Returns the URL path of the first link in a mail that matches the pattern. */
export function findLinkPath(mail: InboxMail, pattern: RegExp): string {
  const link = mail.links.find((href) => pattern.test(href));
  if (!link) throw new Error(`no link matches ${pattern} in “${mail.subject}”: ${mail.links.join(' ')}`);
  return new URL(link).pathname;
}
