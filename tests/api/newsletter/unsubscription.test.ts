import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { createMailbox, createUniqueEmail, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createNewsletterCalls, seedEstatesWithNewsletters } from '#tests/support/fixtures/newsletter-calls.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);
const { subscribe, confirm, unsubscribe, subscriptionsOf, unsubscribeTokenOf } = createNewsletterCalls(api);

beforeAll(() => seedEstatesWithNewsletters(api));

describe('PUT /newsletter/unsubscribe', () => {
  const ask = (email: string, options: CallOptions = {}) =>
    call('/newsletter/unsubscribe/ask', withNewClientAddress({ method: 'PUT', body: { email }, ...options }));
  const follow = (token: string, options: CallOptions = {}) =>
    call('/newsletter/unsubscribe', withNewClientAddress({ method: 'PUT', body: { token }, ...options }));
  const subscribed = async (lists = [1, 2]) => {
    const email = createUniqueEmail();
    await subscribe({ email, lists });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    return email;
  };

  test('ends all subscriptions of an address without an account by the link in a mail', async () => {
    const email = await subscribed();
    const other = await subscribed();
    expect((await ask(email.toUpperCase(), { lang: 'en' })).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
    const token = await mails.latestToken(email.toUpperCase(), '/newsletter/unsubscribe/');
    expect((await follow(token, { site: 41 })).status).toBe(422);
    expect((await follow(token)).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([]);
    expect(await subscriptionsOf(other)).toEqual([1, 2]);
    expect((await follow(token)).status).toBe(422);
  });

  test('revokes the links that would subscribe the address again', async () => {
    const email = await subscribed([1]);
    await subscribe({ email, lists: [2] });
    const subscription = await mails.latestToken(email, '/newsletter/confirm/');
    await ask(email);
    await follow(await mails.latestToken(email, '/newsletter/unsubscribe/'));
    expect((await confirm(subscription)).status).toBe(422);
  });

  test('responds alike to a subscribed and an unknown address and mails only the former', async () => {
    const [known, unknown] = [await subscribed(), createUniqueEmail()];
    const [first, second] = [await ask(known), await ask(unknown)];
    expect([first.status, first.text]).toEqual([second.status, second.text]);
    expect(await mails.mailsFor(unknown)).toEqual([]);
  });

  test('accepts no link of another purpose', async () => {
    const email = createUniqueEmail();
    await subscribe({ email });
    expect((await follow(await mails.latestToken(email, '/newsletter/confirm/'))).status).toBe(422);
  });
});

describe('mails of a newsletter', () => {
  const subscribed = async (lists = [1, 2]) => {
    const email = createUniqueEmail();
    await subscribe({ email, lists }, { lang: 'en' });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'), { lang: 'en' });
    return email;
  };

  test('have the headers with which mail programs unsubscribe by one click', async () => {
    const email = await subscribed([2]);
    const welcome = (await mails.mailsFor(email)).at(-1);
    expect(welcome?.subject).toBe('You are subscribed to “En primeur”');
    const token = await unsubscribeTokenOf(email);
    expect(welcome?.headers['list-unsubscribe']).toMatch(
      new RegExp(`^<https?://[^/>]+/newsletter/unsubscribe/${token}>$`),
    );
    expect(welcome?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [confirmation] = await mails.mailsFor(email);
    expect(confirmation?.headers).not.toHaveProperty('list-unsubscribe');
  });

  test('unsubscribe from their newsletter alone, any number of times', async () => {
    const email = await subscribed();
    const token = await unsubscribeTokenOf(email, 2);
    const answers = [await unsubscribe(token), await unsubscribe(token)];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, { list: 'En primeur' }],
      [200, { list: 'En primeur' }],
    ]);
    expect(await subscriptionsOf(email)).toEqual([1]);
    expect((await unsubscribe(token, { site: 41 })).status).toBe(422);
  });

  test('end a later subscription to the same newsletter as well', async () => {
    const email = await subscribed([2]);
    const firstToken = await unsubscribeTokenOf(email, 2);
    await unsubscribe(firstToken);
    await subscribe({ email, lists: [2] });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    expect(await subscriptionsOf(email)).toEqual([2]);
    expect((await unsubscribe(firstToken)).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test('erase the token of their link once they have been sent', async () => {
    const email = await subscribed([1]);
    await mails.mailsFor(email);
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(mailsTable).where(eq(mailsTable.recipient, email)),
    );
    expect(rows.map(({ unsubscribeUrl, text }) => [unsubscribeUrl, text])).toEqual([
      [null, ''],
      [null, ''],
    ]);
  });
});
