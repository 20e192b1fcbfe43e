import { describe, expect, it } from 'vitest';
import { knownSites } from '#server/api/tenancy/known-sites.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { testDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await testDatabase();
await insertSite(db, 40);

describe('knownSites', () => {
  it.each([40, null])('answers a lookup that is in flight when %s is invalidated', async (changed) => {
    const sites = knownSites(db);
    const lookup = sites.find(40);
    sites.forget(changed);
    expect(await lookup).toMatchObject({ id: 40 });
  });
});
