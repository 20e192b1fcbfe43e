import type { TestProject } from 'vitest/node';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { buildDatabaseUrl, executeSqlOverNewConnection } from './create-test-database.ts';
import { openDatabaseServer } from './open-database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL server on which tests may create databases. */
    databaseServer: string;
    /** Name of the migrated, empty database that each test file copies. */
    databaseTemplate: string;
  }
}

/** Provides a PostgreSQL server and a migrated database on it to all files of a test project. */
export default async function startDatabaseServer(project: TestProject) {
  const server = await openDatabaseServer();
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
