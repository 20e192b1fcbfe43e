import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { allowHeldReads, heldRead } from '#server/api/changes/held-reads.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
for (const id of [40, 41]) await insertSite(db, id);

let reads = 0;
const readLimit = heldRead('a limit of this test', async (tx) => {
  reads++;
  const { rows } = await tx.execute<{ value: number }>(
    sql`select value::integer as value from parameters where type = 'MAXIMUM_EXPEDITION_BOTTLE'`,
  );
  return { value: rows[0]?.value, nested: { list: [1] } };
});
const readHeld = (site: number) =>
  withSiteRead(db, site, (tx) => {
    allowHeldReads(tx);
    return readLimit(tx);
  });
const saveLimit = async (tx: SiteTx, value: number) => {
  await tx.execute(sql`
    insert into parameters (type, value) values ('MAXIMUM_EXPEDITION_BOTTLE', to_jsonb(${value}::integer))
    on conflict (site_id, type) do update set value = excluded.value`);
};

test('what a site rarely changes is read once, until the site changes', async () => {
  await withSiteTransaction(db, 40, (tx) => saveLimit(tx, 6).then(() => notifySiteChanged(tx)));
  reads = 0;
  expect([(await readHeld(40)).value, (await readHeld(40)).value, reads]).toEqual([6, 6, 1]);
  // No process listens for the notification here: the version that the transaction reads is enough.
  await withSiteTransaction(db, 40, (tx) => saveLimit(tx, 12).then(() => notifySiteChanged(tx)));
  expect([(await readHeld(40)).value, reads]).toEqual([12, 2]);
});

test('a value is held for its own site only', async () => {
  for (const [site, value] of [
    [40, 18],
    [41, 24],
  ] as const)
    await withSiteTransaction(db, site, (tx) => saveLimit(tx, value).then(() => notifySiteChanged(tx)));
  for (let turn = 0; turn < 2; turn++)
    expect([(await readHeld(40)).value, (await readHeld(41)).value]).toEqual([18, 24]);
});

test('a transaction that changes a value reads its own change, and a rolled back change is seen by none', async () => {
  await withSiteTransaction(db, 40, (tx) => saveLimit(tx, 6).then(() => notifySiteChanged(tx)));
  const failing = withSiteTransaction(db, 40, async (tx) => {
    await saveLimit(tx, 30);
    await notifySiteChanged(tx);
    expect((await readLimit(tx)).value).toBe(30);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect((await readHeld(40)).value).toBe(6);
});

test('a held value cannot be changed by one of its readers', async () => {
  const held = await readHeld(40);
  expect(() => held.nested.list.push(2)).toThrow(TypeError);
});
