import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#server/api/open-database.ts';
import { createTestDatabase } from './fresh-database.ts';

export interface TestDatabase extends Database {
  /** As for DATABASE_URL. */
  url: string;
}

/** A database of its own for a test file: migrated, empty, and dropped after the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase(inject('databaseServer'), inject('databaseTemplate'));
  const database = await openDatabase(
    { databaseUrl: url, dataDir: '' },
    { tenant: 'server', poolSize: 5, onError: () => {} },
  );
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { ...database, url };
}
