import { asc, desc, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { SectionKindWithConfig } from '#shared/site/sections.ts';
import {
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageSections,
  pages,
  parameters,
  siteInfos,
  themes,
} from './site-tables.ts';

export const readParameters = (tx: SiteTx) => tx.select().from(parameters).orderBy(asc(parameters.id));

/** Reads the row of `site_infos`, which has only some fields of the public `SiteInfo`. Null before the first import. */
export async function readSiteInfoRow(tx: SiteTx) {
  const [row] = await tx.select().from(siteInfos);
  return row ?? null;
}

export async function readTheme(tx: SiteTx) {
  const [row] = await tx.select().from(themes);
  return row ?? null;
}

export const readFonts = (tx: SiteTx) => tx.select().from(fonts).orderBy(asc(fonts.position));

export const readLogos = (tx: SiteTx) => tx.select().from(logos).orderBy(asc(logos.id));

/** Reads the entries of a page tree. Siblings are in menu order. */
export const readPageEntries = (tx: SiteTx, lang: Lang) =>
  tx
    .select()
    .from(pageEntries)
    .where(eq(pageEntries.lang, lang))
    .orderBy(asc(pageEntries.position), asc(pageEntries.id));

export async function readPage(tx: SiteTx, id: number) {
  const [page] = await tx.select().from(pages).where(eq(pages.id, id));
  if (!page) return null;
  const sections = await tx
    .select()
    .from(pageSections)
    .where(eq(pageSections.pageId, id))
    .orderBy(asc(pageSections.position), asc(pageSections.id));
  return { page, sections };
}

/** Finds the first section of a kind: on the home page, otherwise on the other pages by page id and position. */
export async function readFirstSectionOfKind(tx: SiteTx, kind: SectionKindWithConfig) {
  const [row] = await tx
    .select({ id: pageSections.id, pageId: pageSections.pageId, config: pageSections.config })
    .from(pageSections)
    .innerJoin(pages, eq(pages.id, pageSections.pageId))
    .where(eq(pageSections.kind, kind))
    .orderBy(desc(eq(pages.type, 'HOME')), asc(pages.id), asc(pageSections.position), asc(pageSections.id))
    .limit(1);
  return row ?? null;
}

export async function readConfigOfExternalApp(tx: SiteTx, app: string) {
  const [row] = await tx.select().from(externalApps).where(eq(externalApps.app, app));
  return row?.config ?? null;
}

/** Reads the field `id` from the public configuration of each external application that has one. */
export async function readExternalAppPublicIds(tx: SiteTx): Promise<Record<string, string>> {
  const rows = await tx.select().from(externalApps);
  return Object.fromEntries(
    rows.flatMap(({ app, config: { id } }) => (typeof id === 'string' && id !== '' ? [[app, id]] : [])),
  );
}
