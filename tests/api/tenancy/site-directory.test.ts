import { beforeAll, expect, test } from 'vitest';
import { createSiteRegistry } from '#server/api/tenancy/site-registry.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();

beforeAll(() => insertSite(db, 40));

test.each([
  ['the site', 40],
  ['every site', null],
])('a lookup in flight survives the invalidation of %s', async (_, id) => {
  const sites = createSiteRegistry(db);
  const lookup = sites.find(40);
  sites.invalidate(id);
  expect(await lookup).toMatchObject({ id: 40 });
  expect(await sites.find(40)).toMatchObject({ id: 40 });
});
