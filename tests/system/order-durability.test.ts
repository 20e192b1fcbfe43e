import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { createPreparedServerFolders, getEstateHostOfFolder } from '#tests/support/fixtures/estate-folders.ts';
import { createOrderInput, OrderLedger } from '#tests/support/fixtures/order-ledger.ts';
import {
  callSiteApi,
  connectToDatabase,
  createShoppers,
  logInOverHttp,
  shopVariantIds,
  writeShopEstate,
} from '#tests/support/fixtures/shop-estates.ts';
import { startFakeSmtpServer } from '#tests/support/servers/fake-smtp-server.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { makeJobsDue, parseMail } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { isRunning, retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const site = 55;
const host = getEstateHostOfFolder('chai');
const bottles = 10_000;
const admin = { email: 'patronne@mail.example', password: 'les clefs du chai sous la pierre' };

/** The timeout is far above the usual duration, because all waits depend on the speed of the machine. */
const testTimeoutMs = 400_000;

async function setUpShop(extraEnv: Record<string, string> = {}) {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  await writeShopEstate(sitesDir, 'chai', site, bottles);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...extraEnv };
  const start = async () => {
    const server = await runServer({ env });
    await waitUntilOnline(server, host);
    return server;
  };
  const postmasterPid = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const db = connectToDatabase({ dataDir });
  const createCustomers = (server: { port: number }, count: number) =>
    createShoppers(server, db, host, count, { site });
  return { dataDir, db, start, postmasterPid, createCustomers };
}

/** Waits until all mails are sent. */
const waitUntilAllSent = (db: Db) =>
  retryUntilPasses(async () => {
    const { rows } = await db.$client.query(
      `select state, last_error as "lastError" from mails where site_id = $1 and state <> 'SENT' limit 3`,
      [site],
    );
    expect(rows).toEqual([]);
  }, 120);

/** Returns the order numbers in the mails to customers that the outbox contains. */
async function confirmedNumbers(dataDir: string): Promise<Set<string>> {
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

test('a repeatedly killed server keeps each acknowledged order exactly once', {
  timeout: testTimeoutMs,
}, async () => {
  const { dataDir, db, start, postmasterPid, createCustomers } = await setUpShop();
  let server = await start();
  const ledger = new OrderLedger(await createCustomers(server, 6));
  // A crash of the server leaves its database running; a power failure ends server and database.
  for (const [crash, minOrders] of [
    ['server', 5],
    ['both', 12],
    ['server', 9],
    ['server', 2],
    ['both', 7],
  ] as const) {
    const pid = await postmasterPid();
    const targetCount = ledger.acknowledgedOrders.size + minOrders + Math.floor(Math.random() * 8);
    const shopping = ledger.placeOrders(server.port);
    await retryUntilPasses(() => expect(ledger.acknowledgedOrders.size).toBeGreaterThan(targetCount), 120);
    if (crash === 'both') process.kill(pid, 'SIGKILL');
    await server.kill();
    await shopping;
    await retryUntilPasses(() => expect(isRunning(pid)).toBe(crash === 'server'));
    expect(ledger.pendingOrders.size).toBeGreaterThan(0);
    server = await start();
  }
  await ledger.retryPending(server.port);
  await ledger.expectMatchesDatabase(db, site, bottles);
  await ledger.repeatAcknowledged(server.port);
  await ledger.expectMatchesDatabase(db, site, bottles);
  await waitUntilAllSent(db);
  expect(await confirmedNumbers(dataDir)).toEqual(
    new Set([...ledger.acknowledgedOrders.values()].map(({ number }) => number)),
  );
  await server.stop();
  expect(await server.ended, server.output()).toBe(0);
});

test('a killed database delays orders with 503 and loses none', {
  timeout: testTimeoutMs,
}, async () => {
  const { db, start, postmasterPid, createCustomers } = await setUpShop();
  const server = await start();
  const ledger = new OrderLedger(await createCustomers(server, 6));
  let isOver = false;
  const shopping = ledger.placeOrders(server.port, () => isOver);
  for (let kill = 1; kill <= 2; kill++) {
    const before = ledger.acknowledgedOrders.size;
    await retryUntilPasses(() => expect(ledger.acknowledgedOrders.size).toBeGreaterThan(before + 15), 120);
    const pid = await postmasterPid();
    const refusedCount = ledger.statusCounts[503] ?? 0;
    process.kill(pid, 'SIGKILL');
    await retryUntilPasses(() => expect(ledger.statusCounts[503] ?? 0).toBeGreaterThan(refusedCount), 120);
    const after = ledger.acknowledgedOrders.size;
    await retryUntilPasses(() => expect(ledger.acknowledgedOrders.size).toBeGreaterThan(after + 15), 120);
    expect(await postmasterPid()).not.toBe(pid);
  }
  isOver = true;
  await shopping;
  await ledger.retryPending(server.port);
  expect(Object.keys(ledger.statusCounts).sort()).toEqual(['200', '503']);
  await ledger.expectMatchesDatabase(db, site, bottles);
  await server.stop();
  expect(await server.ended, server.output()).toBe(0);
  // The server is restarted, because jobs that a worker held when it lost the database are released only after some
  // minutes or at the next start.
  const restarted = await start();
  await waitUntilAllSent(db);
  await restarted.stop();
});

test('orders are placed while the mail server is down, staff see the queued mails, and all are delivered later', {
  timeout: testTimeoutMs,
}, async () => {
  const smtpPort = await findFreePort();
  const { dataDir, db, start, createCustomers } = await setUpShop({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const server = await start();
  const [customer] = await createCustomers(server, 1);
  const body = createOrderInput([[shopVariantIds.red, 2]]);
  const headers = { cookie: customer?.cookie ?? '' };
  for (let count = 0; count < 3; count++)
    expect((await callSiteApi(server.port, host, '/order', { method: 'POST', body, headers })).status).toBe(200);

  const cookie = await retryUntilPasses(() => logInOverHttp(server.port, host, admin));
  const mails = async () => {
    const { json } = await callSiteApi(server.port, host, '/admin/order', { headers: { cookie } });
    return (json.data as unknown as { orders: StaffOrderView[] }).orders.flatMap((order) => order.mails);
  };
  await retryUntilPasses(async () => {
    const queued = await mails();
    expect(queued).toHaveLength(6);
    for (const mail of queued)
      expect(mail).toMatchObject({ state: 'QUEUED', lastError: expect.stringContaining('ECONNREFUSED') });
  });
  expect(await readdir(join(dataDir, 'outbox')).catch(() => [])).toEqual([]);

  const smtp = await startFakeSmtpServer(smtpPort);
  await retryUntilPasses(async () => {
    // The jobs are made due now, because the time between two attempts grows.
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
