import { afterAll, inject } from 'vitest';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { createTestDatabase } from './create-test-database.ts';

export interface TestDatabase extends OpenedDatabase {
  /** The connection string, in the format of the setting DATABASE_URL. */
  url: string;
}

/** Opens a new, migrated and empty database that is dropped after the test file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase(inject('databaseServer'), inject('databaseTemplate'));
  const database = await openDatabase(
    { databaseUrl: url, dataDir: '' },
    { clientKind: 'server', poolSize: 5, onError: () => {} },
  );
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { ...database, url };
}
