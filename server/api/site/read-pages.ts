import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import {
  isSectionKindWithConfig,
  publicSectionSchemas,
  type SectionConfigs,
  type SectionKindWithConfig,
} from '#shared/site/sections.ts';
import type { Page, PageEntry, PublicSection, PublicSectionWithConfig } from '#shared/site/site-contract.ts';
import { findImageIds, resolveSectionConfig } from './resolve-config.ts';
import { readFirstSectionOfKind, readPage, readPageEntries } from './site-repository.ts';

/** @returns The SHA-256 in hexadecimal. */
export const hashSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads the page tree in `lang`, or in the site's default language if there is none in `lang`. */
export async function readPageTree(tx: SiteTx, lang: Lang, siteLang: Lang): Promise<PageEntry[]> {
  const rows = await readPageEntries(tx, lang);
  return nest(rows.length > 0 || lang === siteLang ? rows : await readPageEntries(tx, siteLang));
}

/** Finds the read of the content of the page at a path of the page tree. */
export async function findPageRead(tx: SiteTx, path: string, lang: Lang, siteLang: Lang) {
  const pages = listPageEntriesWithPaths(await readPageTree(tx, lang, siteLang));
  const id = pages.find((page) => page.path === path)?.entry.page;
  return id == null ? null : { name: 'GET /page/{id}', params: { id: String(id) }, lang };
}

type EntryRow = Awaited<ReturnType<typeof readPageEntries>>[number];

function nest(rows: readonly EntryRow[]): PageEntry[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const childrenOf = (parent: number | null): PageEntry[] =>
    (byParent.get(parent) ?? []).map((row) => ({ ...toEntry(row), children: childrenOf(row.id) }));
  return childrenOf(null);
}

const toEntry = (row: EntryRow): Omit<PageEntry, 'children'> => ({
  id: row.id,
  url: row.url,
  menuTitle: row.menuTitle,
  title: row.title,
  metaDescription: row.metaDescription,
  order: row.position,
  parent: row.parentId,
  showInMenu: row.showInMenu,
  isText: row.isText,
  type: row.type,
  ...(row.elementRoute && { elementRoute: row.elementRoute }),
  cms: { isCmsPage: row.isCmsPage, route: row.cmsRoute },
  page: row.pageId,
  link: { type: row.linkType, url: row.linkUrl, script: row.linkType === 'SCRIPT' ? hashSha256(row.linkCode) : '' },
});

interface SectionReadContext {
  pickLanguage: (text: Localized) => string;
  /** The log in which sections are reported that do not match the schema of their kind. */
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The context with the site, which the log names. */
type SiteSectionContext = SectionReadContext & { siteId: number };

/** @returns Null if the site has no page with this id. */
export async function readPageContent(tx: SiteTx, id: number, context: SectionReadContext): Promise<Page | null> {
  const found = await readPage(tx, id);
  return found && toPageInLanguage(tx, found, context);
}

type StoredPageContent = NonNullable<Awaited<ReturnType<typeof readPage>>>;

export async function toPageInLanguage(
  tx: SiteTx,
  { page, sections }: { page: Omit<StoredPageContent['page'], 'siteId'>; sections: readonly SectionRow[] },
  context: SectionReadContext,
): Promise<Page> {
  const { pickLanguage } = context;
  const images = await readImagesById(
    tx,
    [page.imageId, ...sections.flatMap(({ config }) => findImageIds(config))],
    pickLanguage,
  );
  return {
    id: page.id,
    title: pickLanguage(page.title),
    type: page.type,
    image: page.imageId === null ? null : (images.get(page.imageId) ?? null),
    layouts: sections.flatMap((section) => toPublicSection(section, images, { ...context, siteId: tx.siteId }) ?? []),
  };
}

/**
 * Reads the fields of the first section of a kind: on the home page, otherwise on the other pages by id.
 * @returns Null if the site has no such section, or if its fields do not match the schema of the kind.
 */
export async function readFirstSectionConfig(tx: SiteTx, kind: SectionKindWithConfig, context: SectionReadContext) {
  const row = await readFirstSectionOfKind(tx, kind);
  if (!row) return null;
  const images = await readImagesById(tx, findImageIds(row.config), context.pickLanguage);
  return validConfig({ ...row, kind }, images, { ...context, siteId: tx.siteId });
}

type SectionRow = Omit<StoredPageContent['sections'][number], 'siteId'>;
type Images = ReadonlyMap<number, Image>;

function toPublicSection(row: SectionRow, images: Images, context: SiteSectionContext): PublicSection | null {
  const { id } = row;
  if (row.kind === 'html') {
    const html = context.pickLanguage(row.html ?? '');
    return { id, kind: 'html', html, component: null, config: null, hash: hashSha256(html) };
  }
  const config = validConfig(row, images, context);
  if (!config) return null;
  return { id, kind: 'component', html: null, component: row.kind, config, hash: '' } as PublicSectionWithConfig;
}

/**
 * Validates the fields of a stored section.
 * @returns Null if its kind is unknown or they do not match the kind's schema; the section is then omitted.
 */
function validConfig(
  { pageId, id, kind, config }: Pick<SectionRow, 'pageId' | 'id' | 'kind' | 'config'>,
  images: Images,
  { pickLanguage, log, siteId }: SiteSectionContext,
): SectionConfigs[SectionKindWithConfig] | null {
  const fields = { site: siteId, page: pageId, section: id, kind };
  if (!isSectionKindWithConfig(kind)) {
    log.warn({ code: 'unknown_section_kind', ...fields }, 'section omitted');
    return null;
  }
  const parsed = publicSectionSchemas[kind].safeParse(resolveSectionConfig(config ?? {}, images, pickLanguage));
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  log.warn({ code: 'invalid_section', ...fields, issues }, 'section omitted');
  return null;
}
