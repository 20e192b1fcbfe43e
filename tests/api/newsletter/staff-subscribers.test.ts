import { beforeAll, expect, test } from 'vitest';
import { exportSubscribersAsCsv } from '#server/api/newsletter/export-subscribers.ts';
import { createMailbox, createUniqueEmail } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createNewsletterCalls, seedEstatesWithNewsletters } from '#tests/support/fixtures/newsletter-calls.ts';
import { readListExportAuditEntries } from '#tests/support/fixtures/read-list-export-audit-entries.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);
const { subscribe, confirm, unsubscribeTokenOf } = createNewsletterCalls(api);

beforeAll(() => seedEstatesWithNewsletters(api));

test('staff read the subscribers of one newsletter', async () => {
  const { headers } = await createCustomer(api, { role: 'ADMIN' });
  const email = createUniqueEmail();
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  const read = (query: string) =>
    call<'GET /admin/newsletter/subscriber'>(`/admin/newsletter/subscriber?nbItem=100&${query}`, { headers });
  const ofList = async (id: number) => (await read(`idList=${id}`)).data.subscribers.map((each) => each.email);
  expect([(await ofList(1)).includes(email), (await ofList(2)).includes(email)]).toEqual([false, true]);
});

test('the export contains the subscribers of the list as CSV with the consent record and the unsubscription link', async () => {
  const email = createUniqueEmail();
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  const read = async (listId: number | null) => {
    const options = { siteId: 40, listId, lang: 'fr_FR', origin: 'https://chenes.example' } as const;
    let text = '';
    for await (const part of exportSubscribersAsCsv(api.db, options)) text += part;
    return text;
  };
  const csv = await read(2);
  expect(csv).toMatch(/^\ufeffemail,list,source,form,language,sentence,requested,confirmed,unsubscribe\r\n/);
  const row = csv.split('\r\n').find((line) => line.startsWith(`${email},`));
  expect(row).toContain(`${email},Primeurs,FOOTER,,fr_FR,`);
  expect(row).toContain(`https://chenes.example/newsletter/unsubscribe/${await unsubscribeTokenOf(email)}`);
  expect(await read(1)).not.toContain(email);
  expect(await read(null)).toContain(email);
});

test('staff download the subscribers of one newsletter as a CSV file of their own estate only', async () => {
  const [email, other] = [createUniqueEmail(), createUniqueEmail()];
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  await subscribe({ email: other, lists: [1] });
  await confirm(await mails.latestToken(other, '/newsletter/confirm/'));
  const path = '/admin/newsletter/subscriber/export';
  const admin = await createCustomer(api, { role: 'ADMIN' });
  const answer = await call(`${path}?idList=2`, { headers: admin.headers });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="subscribers.csv"',
    'cache-control': 'no-store',
  });
  expect(answer.text).toContain(`${email},Primeurs,`);
  expect(answer.text).not.toContain(other);
  const foreign = await createCustomer(api, { site: 41, role: 'ADMIN' });
  const theirs = await api.call(path, { site: 41, headers: foreign.headers });
  expect(theirs.text).not.toContain(email);
  expect(await readListExportAuditEntries(api.db, 40, 'subscriber')).toEqual([
    { userId: admin.id, key: '', after: { idList: 2 } },
  ]);
});
