import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { attachTermsPdf } from '#server/api/orders/documents/terms-pdf.ts';
import { termsVersions } from '#server/api/orders/orders-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await openTestDatabase());
  for (const id of [40, 41]) await insertSite(db, id, { name: `Domaine ${id}` });
  const html = '<h2>Article premier</h2><p>Le prix est de <strong>12\u202f€</strong>.</p>';
  const firstAcceptedAt = new Date('2026-03-31T22:30:00Z');
  await withSiteTransaction(db, 40, (tx) =>
    tx.insert(termsVersions).values({ version: 'v1', lang: 'fr_FR', html, firstAcceptedAt }),
  );
});

test('the PDF contains the terms, the estate, the version and the date in the site’s time zone', async () => {
  const { content, contentType } = await withSiteTransaction(db, 40, (tx) => attachTermsPdf(tx, 'v1'));
  expect(contentType).toBe('application/pdf');
  const text = extractPdfText(content);
  for (const part of [
    'Conditions générales de vente',
    'Article premier',
    '12\u202f€',
    'Domaine 40',
    '1 avril 2026',
    'v1',
    'Page 1 sur 1',
  ])
    expect(text).toContain(part);
});

test('attachTermsPdf fills placeholders in terms that were stored with them', async () => {
  await withSiteTransaction(db, 40, async (tx) => {
    await tx.insert(parameters).values({ type: 'COMPANY_NAME', value: 'SCEA Durand' });
    await tx.insert(termsVersions).values({ version: 'v0', lang: 'fr_FR', html: '<p>Vendeur : {{COMPANY_NAME}}.</p>' });
  });
  const { content } = await withSiteTransaction(db, 40, (tx) => attachTermsPdf(tx, 'v0'));
  expect(extractPdfText(content)).toContain('Vendeur : SCEA Durand.');
});

test('a version of another estate is not found', async () => {
  await expect(withSiteTransaction(db, 41, (tx) => attachTermsPdf(tx, 'v1'))).rejects.toThrow('unknown version');
});

test('the PDF is cached until the name of the estate changes', async () => {
  const readPdf = () => withSiteTransaction(db, 40, (tx) => attachTermsPdf(tx, 'v1')).then(({ content }) => content);
  const [one, other] = await Promise.all([readPdf(), readPdf()]);
  expect(one).toBe(other);
  await db.update(sites).set({ name: 'Domaine rebaptisé' }).where(eq(sites.id, 40));
  expect(extractPdfText(await readPdf())).toContain('Domaine rebaptisé');
});
