import { and, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import { pageSections, pages } from './site-tables.ts';

export async function listPagesWithForm(tx: SiteTx, formId: number): Promise<Localized[]> {
  const section = and(
    eq(pageSections.siteId, pages.siteId),
    eq(pageSections.pageId, pages.id),
    eq(pageSections.kind, 'form'),
    sql`${pageSections.config} @> ${JSON.stringify({ form: formId })}::jsonb`,
  );
  const isShown = sql`exists (select from ${pageSections} where ${section})`;
  const rows = await tx.select({ title: pages.title }).from(pages).where(isShown).orderBy(pages.id);
  return rows.map(({ title }) => title);
}
