import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { type ComponentKind, isComponentKind, type SectionConfigs, sections } from '#shared/site/sections.ts';
import type { ComponentLayout, Page, PageEntry, PageLayout } from '#shared/site/site-contract.ts';
import { imageIdsIn, resolveConfig } from './resolve-config.ts';
import { readFirstSection, readPage, readPageEntries } from './site-repository.ts';

/** In hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The page tree in `lang`, nested; where a site has none in that language, its own language's. */
export async function readPageTree(tx: SiteTx, lang: Lang, siteLang: Lang): Promise<PageEntry[]> {
  const own = await readPageEntries(tx, lang);
  return nest(own.length > 0 || lang === siteLang ? own : await readPageEntries(tx, siteLang));
}

type EntryRow = Awaited<ReturnType<typeof readPageEntries>>[number];

function nest(rows: readonly EntryRow[]): PageEntry[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const below = (parent: number | null): PageEntry[] =>
    (byParent.get(parent) ?? []).map((row) => ({ ...toEntry(row), children: below(row.id) }));
  return below(null);
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
  cms: { isCmsPage: row.isCmsPage, route: row.cmsRoute },
  page: row.pageId,
  link: { type: row.linkType, url: row.linkUrl, script: row.linkType === 'SCRIPT' ? sha256(row.linkCode) : '' },
});

/** The caller's language, and where a section is reported that is not as its kind's schema has it. */
export interface SectionReading {
  pickLanguage: (text: Localized) => string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A page with its sections in order; null where the site has none with that id. */
export async function readPageContent(tx: SiteTx, id: number, reading: SectionReading): Promise<Page | null> {
  const found = await readPage(tx, id);
  if (!found) return null;
  const { page, layouts } = found;
  const { pickLanguage } = reading;
  const images = await readImagesById(
    tx,
    [page.imageId, ...layouts.flatMap(({ config }) => imageIdsIn(config))],
    pickLanguage,
  );
  return {
    id: page.id,
    title: pickLanguage(page.title),
    type: page.type,
    image: page.imageId === null ? null : (images.get(page.imageId) ?? null),
    layouts: layouts.flatMap((layout) => toLayout(layout, images, reading) ?? []),
  };
}

/** The fields of the first section of a kind; null where the site has none. */
export async function readSectionConfig(tx: SiteTx, kind: ComponentKind, reading: SectionReading) {
  const row = await readFirstSection(tx, kind);
  if (!row) return null;
  const images = await readImagesById(tx, imageIdsIn(row.config), reading.pickLanguage);
  return validConfig({ ...row, component: kind }, images, reading);
}

type LayoutRow = NonNullable<Awaited<ReturnType<typeof readPage>>>['layouts'][number];
type Images = ReadonlyMap<number, Image>;

function toLayout(row: LayoutRow, images: Images, reading: SectionReading): PageLayout | null {
  const { id } = row;
  if (row.kind === 'html') {
    const html = reading.pickLanguage(row.html ?? '');
    return { id, kind: 'html', html, component: null, config: null, hash: sha256(html) };
  }
  const config = validConfig(row, images, reading);
  if (!config) return null;
  return { id, kind: 'component', html: null, component: row.component, config, hash: '' } as ComponentLayout;
}

/** Fields that the kind's schema refuses never leave the API: the page is answered without that section. */
function validConfig(
  { pageId, id, component, config }: Pick<LayoutRow, 'pageId' | 'id' | 'component' | 'config'>,
  images: Images,
  { pickLanguage, log }: SectionReading,
): SectionConfigs[ComponentKind] | null {
  if (component === null || !isComponentKind(component)) {
    log.warn({ code: 'unknown_section_kind', page: pageId, section: id, kind: component }, 'section left out');
    return null;
  }
  const parsed = sections[component].safeParse(resolveConfig(config ?? {}, images, pickLanguage));
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  log.warn({ code: 'invalid_section', page: pageId, section: id, kind: component, issues }, 'section left out');
  return null;
}
