import { createHash } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { imagesById } from '#server/api/media/media.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Page, PageEntry } from '#shared/site/site-contract.ts';
import { imageIdsIn, resolveConfig } from './resolve-config.ts';
import { readPage, readPageEntries } from './site-repository.ts';

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

/** A page with its layouts in order; null where the site has none with that id. */
export async function readPageContent(
  tx: SiteTx,
  id: number,
  pickLanguage: (text: Localized) => string,
): Promise<Page | null> {
  const found = await readPage(tx, id);
  if (!found) return null;
  const { page, layouts } = found;
  const images = await imagesById(tx, [page.imageId, ...layouts.flatMap(({ config }) => imageIdsIn(config))], pickLanguage);
  return {
    id: page.id,
    title: pickLanguage(page.title),
    type: page.type,
    image: page.imageId === null ? null : (images.get(page.imageId) ?? null),
    layouts: layouts.map((layout) => {
      const html = layout.html === null ? null : pickLanguage(layout.html);
      return {
        id: layout.id,
        kind: layout.kind,
        html,
        component: layout.component,
        config: layout.config && resolveConfig(layout.config, images, pickLanguage),
        hash: sha256(html ?? ''),
      };
    }),
  };
}
