import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { postgresSuperuser } from '#server/embedded-postgres/cluster.ts';
import { getPostgresSocketFolder, postgresSocketPort } from '#server/embedded-postgres/socket-folder.ts';
import {
  createCompleteDnsForVerificationKeys,
  readDomainVerificationKeys,
} from '#tests/support/fixtures/complete-dns.ts';
import { removeUnpaidLimits } from '#tests/support/fixtures/unlimited-orders.ts';
import { createTestDatabase } from '../servers/create-test-database.ts';
import { startFakeDnsServer } from '../servers/fake-dns-server.ts';
import { startMailInbox } from '../servers/mail-inbox.ts';
import { startServer, waitForServer } from '../servers/server-process.ts';

/** Builds the connection string of the embedded database in the folder `dataDir`. */
const embeddedUrl = (dataDir: string): string =>
  `postgres://${postgresSuperuser}@localhost/cuvee?host=${encodeURIComponent(getPostgresSocketFolder(dataDir))}&port=${postgresSocketPort}`;

/**
 * Playwright's global setup: starts the production server with both demonstration estates, a new database, a mail
 * server and a DNS server. Tests read the port of the production server from SHOP_PORT, the database address from
 * SHOP_DATABASE and the inbox address from SHOP_MAILS.
 */
export default async function runPlaywrightGlobalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-browser-'));
  const database = process.env.TEST_DATABASE_URL ? await createTestDatabase(process.env.TEST_DATABASE_URL) : undefined;
  const inbox = await startMailInbox();
  const verificationKeys: string[] = [];
  const dns = await startFakeDnsServer(createCompleteDnsForVerificationKeys(verificationKeys));
  const server = await startServer({
    env: {
      DATA_DIR: dataDir,
      SMTP_URL: inbox.smtpUrl,
      DNS_SERVERS: dns.address,
      ...(database && { DATABASE_URL: database.url }),
    },
  });
  for (const host of ['domaine-des-chenes', 'willow-hill']) {
    await waitForServer(server, `http://127.0.0.1:${server.port}/`, {
      headers: { host: `${host}.localhost:${server.port}` },
    });
  }
  process.env.SHOP_PORT = String(server.port);
  process.env.SHOP_DATABASE = database?.url ?? embeddedUrl(dataDir);
  process.env.SHOP_MAILS = inbox.url;
  const db = createDatabasePool({ connectionString: process.env.SHOP_DATABASE }, { poolSize: 1 });
  verificationKeys.push(...(await readDomainVerificationKeys(db)));
  await db.$client.end();
  await removeUnpaidLimits(process.env.SHOP_DATABASE, [40, 41]);
  return async () => {
    await server.stop();
    await inbox.close();
    await dns.close();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
