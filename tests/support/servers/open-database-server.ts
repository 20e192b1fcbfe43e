import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';

/** Opens the PostgreSQL server of the tests: TEST_DATABASE_URL, or an embedded one without fsync. */
export async function openDatabaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return { url: configured, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-test-'));
  const postgres = await openEmbeddedPostgresAsSuperuser(dataDir, { clientKind: 'server', isDurable: false });
  const stop = async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: socketUrl(postgres.connection), stop };
}

const socketUrl = ({ host, port, user, database }: pg.ClientConfig) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;
