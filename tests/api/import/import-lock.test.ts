import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { LockWait } from '#server/api/database/lock-wait.ts';
import { lockSiteForEdit, lockSiteForImport } from '#server/api/database/site-import-lock.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { importSite } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 90_000 });

const database = await openTestDatabase();
const filesDir = await createTemporaryFolder();
const dir = await copyStarterSite(await createTemporaryFolder(), 'estate', 41);

test.each([
  ['another import', lockSiteForImport],
  ['an edit by staff', lockSiteForEdit],
])('an import that waits over 5 s for %s names the session that holds the lock', async (_, lock) => {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<number>();
  const holding = withSiteTransaction(database.db, 41, async (tx) => {
    await tx.execute(sql`set local application_name = 'a held session'`);
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await lock(tx);
    held.resolve(rows[0]?.pid ?? 0);
    await released.promise;
  });
  const holderPid = await held.promise;
  const waits: LockWait[] = [];
  const importing = importSite({ db: database.db, filesDir }, dir, { onLockWait: (wait) => waits.push(wait) });
  await vi.waitFor(() => expect(waits).not.toEqual([]), { timeout: 60_000 });
  released.resolve();
  await holding;
  expect((await importing).siteId).toBe(41);
  expect(waits[0]).toEqual({ lock: 'import', seconds: 5, holderPid, holderName: 'a held session' });
});

test('an import that does not wait reports nothing', async () => {
  const waits: LockWait[] = [];
  await importSite({ db: database.db, filesDir }, dir, { onLockWait: (wait) => waits.push(wait) });
  expect(waits).toEqual([]);
});

test('the import of another site is not delayed', async () => {
  const waits: LockWait[] = [];
  await withSiteTransaction(database.db, 40, async (tx) => {
    await lockSiteForImport(tx);
    await importSite({ db: database.db, filesDir }, dir, { onLockWait: (wait) => waits.push(wait) });
  });
  expect(waits).toEqual([]);
});
