import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './fresh-database.ts';
import { startServer, whenReady } from './server-process.ts';

/** Playwright's global setup: the production server with both demonstration estates, on data of its own. */
export default async function startShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-browser-'));
  const database = process.env.TEST_DATABASE_URL ? await createTestDatabase(process.env.TEST_DATABASE_URL) : undefined;
  const server = await startServer({
    env: { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) },
  });
  for (const host of ['domaine-des-chenes', 'willow-hill']) {
    await whenReady(server, `http://127.0.0.1:${server.port}/`, {
      headers: { host: `${host}.localhost:${server.port}` },
    });
  }
  process.env.SHOP_PORT = String(server.port);
  return async () => {
    await server.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
