import { expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readPageContent } from '#server/api/site/read-pages.ts';
import { pageSections, pages } from '#server/api/site/site-tables.ts';
import type { Localized } from '#shared/localized.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

test('a page is served without sections that do not match their kind, and the log names them with their site', async () => {
  const { db } = await openTestDatabase();
  const site = 40;
  await insertSite(db, site);
  const section = { pageId: 7 };
  await withSiteTransaction(db, site, async (tx) => {
    await tx.insert(pages).values({ id: 7, title: 'Accueil', type: 'CMS' });
    await tx.insert(pageSections).values([
      { ...section, id: 1, position: 0, kind: 'news', config: { title: 'Nouvelles' } },
      { ...section, id: 2, position: 1, kind: 'news', config: { title: 12 } },
      { ...section, id: 3, position: 2, kind: 'carousel', config: {} },
    ]);
  });

  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  const pickLanguage = (text: Localized) => (typeof text === 'string' ? text : '');
  const page = await withSiteTransaction(db, site, (tx) => readPageContent(tx, 7, { pickLanguage, log }));
  expect(page?.layouts.map(({ id }) => id)).toEqual([1]);
  expect(warnings).toMatchObject([
    { code: 'invalid_section', site, page: 7, section: 2, kind: 'news', issues: [{ path: ['title'] }] },
    { code: 'unknown_section_kind', site, page: 7, section: 3, kind: 'carousel' },
  ]);
});
