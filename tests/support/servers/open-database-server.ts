import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { readPostmasterPid } from '#server/embedded-postgres/postmaster-process.ts';

interface DatabaseServer {
  url: string;
  /** Id of PostgreSQL's main process; null if it was started elsewhere. */
  processId: number | null;
  stop(): Promise<void>;
}

/** Opens the PostgreSQL server of the tests: TEST_DATABASE_URL, or an embedded one without fsync. */
export async function openDatabaseServer(): Promise<DatabaseServer> {
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return { url: configured, processId: null, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-test-'));
  const postgres = await openEmbeddedPostgresAsSuperuser(dataDir, { clientKind: 'server', isDurable: false });
  const stop = async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const processId = await readPostmasterPid(join(dataDir, 'postgres'));
  return { url: socketUrl(postgres.connection), processId, stop };
}

const socketUrl = ({ host, port, user, database }: pg.ClientConfig) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;
