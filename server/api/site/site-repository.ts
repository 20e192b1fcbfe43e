import { asc, desc, eq, sql } from 'drizzle-orm';
import { heldRead } from '#server/api/changes/held-reads.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
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

const parametersExcept = preparedRead<(typeof parameters.$inferSelect)[], { omitted: readonly string[] }>((db) =>
  db
    .select()
    .from(parameters)
    .where(sql`${parameters.type} <> all(${sql.placeholder('omitted')}::text[])`)
    .orderBy(asc(parameters.id)),
);

export const readParameters = (tx: SiteTx, omitted: readonly ParameterKey[] = []) => parametersExcept(tx, { omitted });

/** Reads the row of `site_infos`, which has only some fields of the public `SiteInfo`. Null before the first import. */
export async function readSiteInfoRow(tx: SiteTx) {
  const [row] = await infosOf(tx);
  return row ?? null;
}

export async function readTheme(tx: SiteTx) {
  const [row] = await themesOf(tx);
  return row ?? null;
}

const infosOf = preparedRead((db) => db.select().from(siteInfos));
const themesOf = heldRead(
  'theme',
  preparedRead((db) => db.select().from(themes)),
);

export const readFonts = preparedRead((db) => db.select().from(fonts).orderBy(asc(fonts.position)));

export const readLogos = preparedRead((db) => db.select().from(logos).orderBy(asc(logos.id)));

/** Reads the entries of a page tree. Siblings are in menu order. */
export const readPageEntries = (tx: SiteTx, lang: Lang) => entriesOf(tx, { lang });

const entriesOf = preparedRead<(typeof pageEntries.$inferSelect)[], { lang: Lang }>((db) =>
  db
    .select()
    .from(pageEntries)
    .where(eq(pageEntries.lang, sql.placeholder('lang')))
    .orderBy(asc(pageEntries.position), asc(pageEntries.id)),
);

const pagesOf = preparedRead<(typeof pages.$inferSelect)[], { id: number }>((db) =>
  db
    .select()
    .from(pages)
    .where(eq(pages.id, sql.placeholder('id'))),
);

const sectionsOf = preparedRead<(typeof pageSections.$inferSelect)[], { id: number }>((db) =>
  db
    .select()
    .from(pageSections)
    .where(eq(pageSections.pageId, sql.placeholder('id')))
    .orderBy(asc(pageSections.position), asc(pageSections.id)),
);

export async function readPage(tx: SiteTx, id: number) {
  const [[page], sections] = await Promise.all([pagesOf(tx, { id }), sectionsOf(tx, { id })]);
  return page ? { page, sections } : null;
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

const appsOf = preparedRead((db) => db.select().from(externalApps));

/** Reads the field `id` from the public configuration of each external application that has one. */
export async function readExternalAppPublicIds(tx: SiteTx): Promise<Record<string, string>> {
  const rows = await appsOf(tx);
  return Object.fromEntries(
    rows.flatMap(({ app, config: { id } }) => (typeof id === 'string' && id !== '' ? [[app, id]] : [])),
  );
}
