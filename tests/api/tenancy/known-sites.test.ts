import { beforeAll, expect, test } from 'vitest';
import { knownSites } from '#server/api/tenancy/known-sites.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { testDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await testDatabase();

beforeAll(() => insertSite(db, 40));

test.each([
  ['the site', 40],
  ['every site', null],
])('a lookup in flight survives the invalidation of %s', async (_, id) => {
  const sites = knownSites(db);
  const lookup = sites.find(40);
  sites.forget(id);
  expect(await lookup).toMatchObject({ id: 40 });
  expect(await sites.find(40)).toMatchObject({ id: 40 });
});
