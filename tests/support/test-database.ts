import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#server/api/database/open-database.ts';
import { databaseUrl, onServer } from './database-server.ts';

export interface TestDatabase extends Database {
  /** As for DATABASE_URL. */
  url: string;
}

/** A database of its own for a test file: migrated, empty, and dropped after the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `cuvee_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${inject('databaseTemplate')}`);
  const url = databaseUrl(server, name);
  const database = await openDatabase(
    { databaseUrl: url, dataDir: '' },
    { tenant: 'server', poolSize: 5, onError: () => {} },
  );
  afterAll(async () => {
    await database.close();
    await onServer(server, `drop database if exists ${name} with (force)`);
  });
  return { ...database, url };
}
