import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/api/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder whose embedded database is migrated and empty, for servers whose first start is not tested. */
    preparedDataDir: string;
  }
}

/** Provides a data folder as a first start leaves it, because creating and migrating a database takes seconds. */
export default async function prepareData(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-prepared-'));
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'server', isDurable: false });
  await database.close();
  project.provide('preparedDataDir', dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
