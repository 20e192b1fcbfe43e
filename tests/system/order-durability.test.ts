import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import type { StaffOrder } from '#shared/orders/orders-contract.ts';
import { createFolders, hostOf } from '#tests/support/fixtures/estate-folders.ts';
import { OrderLedger, orderInputFor } from '#tests/support/fixtures/order-ledger.ts';
import {
  callApi,
  connectToDatabase,
  createShoppers,
  logIn,
  variantIds,
  writeShopEstate,
} from '#tests/support/fixtures/shop-estates.ts';
import { startFakeSmtpServer } from '#tests/support/servers/fake-smtp-server.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { makeJobsDue, parseMail } from '#tests/support/servers/read-test-mails.ts';
import { eventually, isRunning, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const site = 55;
const host = hostOf('chai');
const bottles = 10_000;
const admin = { email: 'patronne@mail.example', password: 'les clefs du chai sous la pierre' };

/** Everything here waits for what happens, however slow the machine; this is when something must be wrong. */
const patience = 400_000;

async function shop(more: Record<string, string> = {}) {
  const { sitesDir, dataDir } = await createFolders();
  await writeShopEstate(sitesDir, 'chai', site, bottles);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...more };
  const start = async () => {
    const server = await runServer({ env });
    await waitUntilOnline(server, host);
    return server;
  };
  const postmaster = async () => Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const db = connectToDatabase({ dataDir });
  const customers = (server: { port: number }, count: number) => createShoppers(server, db, host, count, { site });
  return { dataDir, db, start, postmaster, customers };
}

/** Waits until no mail is to be sent any more. */
const allSent = (db: Db) =>
  eventually(async () => {
    const { rows } = await db.$client.query(
      `select state, last_error as "lastError" from mails where site_id = $1 and state <> 'SENT' limit 3`,
      [site],
    );
    expect(rows).toEqual([]);
  }, 120);

/** The numbers in the subjects of what is in the outbox, of mails to customers. */
async function confirmed(dataDir: string): Promise<Set<string>> {
  const outbox = join(dataDir, 'outbox');
  const numbers = new Set<string>();
  for (const name of await readdir(outbox)) {
    if (!name.endsWith('.eml')) continue;
    const { subject, to } = await parseMail(await readFile(join(outbox, name)));
    const number = /\d{4}-\d{5}/.exec(subject)?.[0];
    if (number && to.some((address) => address.startsWith('customer-'))) numbers.add(number);
  }
  return numbers;
}

test('killed again and again while customers order, the server keeps every order that it acknowledged, once', {
  timeout: patience,
}, async () => {
  const { dataDir, db, start, postmaster, customers } = await shop();
  let server = await start();
  const book = new OrderLedger(await customers(server, 6));
  // A crash of the server alone leaves its database running; a power cut takes both.
  for (const [cut, least] of [
    ['server', 5],
    ['both', 12],
    ['server', 9],
    ['server', 2],
    ['both', 7],
  ] as const) {
    const pid = await postmaster();
    const wanted = book.acknowledgedOrders.size + least + Math.floor(Math.random() * 8);
    const shopping = book.placeOrders(server.port);
    await eventually(() => expect(book.acknowledgedOrders.size).toBeGreaterThan(wanted), 120);
    if (cut === 'both') process.kill(pid, 'SIGKILL');
    await server.kill();
    await shopping;
    await eventually(() => expect(isRunning(pid)).toBe(cut === 'server'));
    expect(book.pendingOrders.size).toBeGreaterThan(0);
    server = await start();
  }
  await book.retryPending(server.port);
  await book.expectMatchesDatabase(db, site, bottles);
  await book.repeatAcknowledged(server.port);
  await book.expectMatchesDatabase(db, site, bottles);
  await allSent(db);
  expect(await confirmed(dataDir)).toEqual(new Set([...book.acknowledgedOrders.values()].map(({ number }) => number)));
  await server.stop();
  expect(await server.ended, server.output()).toBe(0);
});

test('a database that is killed while customers order: some wait and ask again, and nothing is lost', {
  timeout: patience,
}, async () => {
  const { db, start, postmaster, customers } = await shop();
  const server = await start();
  const book = new OrderLedger(await customers(server, 6));
  let isOver = false;
  const shopping = book.placeOrders(server.port, () => isOver);
  for (let kill = 1; kill <= 2; kill++) {
    const before = book.acknowledgedOrders.size;
    await eventually(() => expect(book.acknowledgedOrders.size).toBeGreaterThan(before + 15), 120);
    const pid = await postmaster();
    const refused = book.statusCounts[503] ?? 0;
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(book.statusCounts[503] ?? 0).toBeGreaterThan(refused), 120);
    const after = book.acknowledgedOrders.size;
    await eventually(() => expect(book.acknowledgedOrders.size).toBeGreaterThan(after + 15), 120);
    expect(await postmaster()).not.toBe(pid);
  }
  isOver = true;
  await shopping;
  await book.retryPending(server.port);
  expect(Object.keys(book.statusCounts).sort()).toEqual(['200', '503']);
  await book.expectMatchesDatabase(db, site, bottles);
  await server.stop();
  expect(await server.ended, server.output()).toBe(0);
  // What a worker had taken up when it lost the database waits some minutes, or for the next start.
  const again = await start();
  await allSent(db);
  await again.stop();
});

test('while the mail server is down orders are placed and the staff see what waits; when it is back all is delivered', {
  timeout: patience,
}, async () => {
  const smtpPort = await freePort();
  const { dataDir, db, start, customers } = await shop({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const server = await start();
  const [customer] = await customers(server, 1);
  const body = orderInputFor([[variantIds.red, 2]]);
  const headers = { cookie: customer?.cookie ?? '' };
  for (let count = 0; count < 3; count++)
    expect((await callApi(server.port, host, '/order', { method: 'POST', body, headers })).status).toBe(200);

  const cookie = await eventually(() => logIn(server.port, host, admin));
  const mails = async () => {
    const { json } = await callApi(server.port, host, '/admin/order', { headers: { cookie } });
    return (json.data as unknown as { orders: StaffOrder[] }).orders.flatMap((order) => order.mails);
  };
  await eventually(async () => {
    const waiting = await mails();
    expect(waiting).toHaveLength(6);
    for (const mail of waiting)
      expect(mail).toMatchObject({ state: 'QUEUED', lastError: expect.stringContaining('ECONNREFUSED') });
  });
  expect(await readdir(join(dataDir, 'outbox')).catch(() => [])).toEqual([]);

  const smtp = await startFakeSmtpServer(smtpPort);
  await eventually(async () => {
    // Nobody here waits out the pauses between attempts, which grow.
    await makeJobsDue(db);
    expect((await mails()).map(({ state }) => state)).toEqual(Array(6).fill('SENT'));
  });
  for (const mail of await mails()) expect(mail).toMatchObject({ lastError: '' });
  const recipients = smtp.receivedMails.flatMap(({ envelope }) => envelope.to);
  expect(recipients.filter((address) => address === customer?.email)).toHaveLength(3);
  expect(recipients).toHaveLength(6);
  await server.stop();
  await smtp.close();
});
