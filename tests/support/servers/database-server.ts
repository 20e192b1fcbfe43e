import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { buildDatabaseUrl, executeSqlOverNewConnection } from './create-test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL server on which tests may create databases. */
    databaseServer: string;
    /** Name of the migrated, empty database that each test file copies. */
    databaseTemplate: string;
  }
}

/** Provides a PostgreSQL server to all files of a test project: TEST_DATABASE_URL, or an embedded one without fsync. */
export default async function startDatabaseServer(project: TestProject) {
  const server = await startServer();
  const template = `cuvee_template_${process.pid}_${project.name.replace('-', '_')}`;
  await executeSqlOverNewConnection(server.url, `create database ${template}`);
  const db = createDatabasePool({ connectionString: buildDatabaseUrl(server.url, template) });
  await migrate(db, prepareJobTables);
  await db.$client.end();
  project.provide('databaseServer', server.url);
  project.provide('databaseTemplate', template);
  return async () => {
    await executeSqlOverNewConnection(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function startServer() {
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
