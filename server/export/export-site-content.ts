import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { editableResources } from '#server/api/api-resources.ts';
import { priceHistory, stock } from '#server/api/catalogue/catalogue-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { newsletterIssueRowToInput } from '#server/api/newsletter/issues/save-newsletter-issue.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-tables.ts';
import { hashJson } from '#server/api/pages/hash-json.ts';
import { pageDrafts } from '#server/api/pages/pages-tables.ts';
import { readPublishedPage } from '#server/api/pages/publish-content.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import type { ItemInput, Resource } from '#server/api/resources/resource.ts';
import { awardResourceSpec, productResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import {
  albumResourceSpec,
  blogPostResourceSpec,
  standardContentResourceSpecs,
} from '#shared/content/content-input.ts';
import { standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import { elementResourceSpec } from '#shared/elements/element-input.ts';
import { eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { defaultLang, languages } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { centsToEuros } from '#shared/money.ts';
import { demonstrationReviewResourceSpec } from '#shared/reviews/demonstration-review-input.ts';
import { serviceResourceSpec } from '#shared/services/service-input.ts';
import { isWithinDomain } from '#shared/site/site-config.ts';
import { pageResourceSpec } from '#shared/site/site-resource-specs.ts';
import {
  buildSiteFiles,
  type ExportedFile,
  type ExportedMedia,
  type ListExportedItems,
  type MarkdownField,
  readExportedMedia,
  toJsonFile,
  toMarkdownField,
} from './content-files.ts';

/**
 * Writes the content and media of a site to a folder in the format of the import. Secrets of external
 * applications are not written; `writeExportedSiteConfig` writes `site.json`.
 * @returns The number of files.
 */
export async function exportSiteContent(
  { db, filesDir }: { db: Db; filesDir: string },
  siteId: number,
  dir: string,
): Promise<number> {
  const files = await withSiteTransaction(db, siteId, listSiteFiles);
  for (const file of files) await writeSiteFile(filesDir, dir, file);
  return files.length;
}

/**
 * Lists the files of unpublished work: the drafts of pages and the newsletter issues that have not been sent. Neither
 * contains the name or email address of an editor, because the files of a site are often shared.
 */
async function buildExportedDraftFiles(tx: SiteTx): Promise<ExportedFile[]> {
  return [
    toJsonFile('page-drafts.json', await readPageDrafts(tx)),
    toJsonFile('newsletter-issues.json', await readUnsentIssues(tx)),
  ];
}

async function readPageDrafts(tx: SiteTx): Promise<unknown[]> {
  const rows = await tx.select().from(pageDrafts).where(isNotNull(pageDrafts.content)).orderBy(pageDrafts.pageId);
  const drafts: unknown[] = [];
  for (const { pageId, content, publishAt, pageRevision } of rows) {
    const published = await readPublishedPage(tx, pageId);
    const basedOn = published?.revision === pageRevision ? hashJson(published.content) : null;
    drafts.push({ page: pageId, publishAt: publishAt?.toISOString() ?? null, basedOn, content });
  }
  return drafts;
}

/**
 * Reads the unsent issues. A scheduled issue is exported without its time, so that a second database with this export
 * does not send the issue as well.
 */
async function readUnsentIssues(tx: SiteTx): Promise<unknown[]> {
  const rows = await tx
    .select()
    .from(newsletterIssues)
    .where(inArray(newsletterIssues.state, ['DRAFT', 'SCHEDULED']))
    .orderBy(newsletterIssues.id);
  return rows.map(newsletterIssueRowToInput);
}

interface TextItem {
  id: number;
  slug: Localized;
  body: LocalizedMarkdownOrHtml;
  image: number | null;
}

/** Returns the name of an item's files: its slug, in any language. A slug is unique within a kind of item. */
const fileNameOf = ({ id, slug }: TextItem): string =>
  typeof slug === 'string' ? slug : (Object.values(slug)[0] ?? String(id));

const toBodyFiles = (folder: string, item: TextItem): MarkdownField =>
  toMarkdownField(`${folder}/${fileNameOf(item)}`, 'html' in item.body ? item.body.html : '');

/** Lists the files of articles, albums, elements and services: JSON with their fields, Markdown with their texts. */
const toItemFiles = (read: ListExportedItems, media: ExportedMedia): ExportedFile[] => [
  ...standardContentTypeNames.flatMap((name) =>
    read(standardContentResourceSpecs[name]).flatMap((item) => toFilesOfItem(name, item, media)),
  ),
  ...read(blogPostResourceSpec).flatMap((post) => toFilesOfItem('blog', post, media)),
  ...read(albumResourceSpec).flatMap(({ media: pictures, ...album }) =>
    toFilesOfItem(
      'albums',
      {
        ...album,
        images: [],
        media: pictures.map(({ image, video, caption }) => ({
          image: media.pathOrNull(image),
          video: media.pathOrNull(video),
          caption,
        })),
      },
      media,
    ),
  ),
  ...read(elementResourceSpec).flatMap(({ route, ...element }) => toFilesOfItem(`elements/${route}`, element, media)),
  ...toServiceFiles(read, media),
];

function toFilesOfItem<Item extends TextItem & { images: readonly number[] }>(
  folder: string,
  item: Item,
  media: ExportedMedia,
): ExportedFile[] {
  const { body: _, ...fields } = item;
  const { markdown, files } = toBodyFiles(folder, item);
  const content = {
    ...fields,
    image: media.pathOrNull(item.image),
    images: item.images.map(media.pathOf),
    markdown,
  };
  return [toJsonFile(`${folder}/${fileNameOf(item)}.json`, content), ...files];
}

function toServiceFiles(read: ListExportedItems, media: ExportedMedia): ExportedFile[] {
  const services = read(serviceResourceSpec).map(({ position: _, ...service }) => ({
    service,
    text: toBodyFiles('services', service),
  }));
  const entries = services.map(({ service: { body: _, ...fields }, text }) => ({
    ...fields,
    image: media.pathOrNull(fields.image),
    markdown: text.markdown,
  }));
  return [toJsonFile('services.json', entries), ...services.flatMap(({ text }) => text.files)];
}

type OmitReferences = (items: readonly ItemInput[], isExported: (productId: unknown) => boolean) => ItemInput[];

/**
 * Functions that remove the references to products that are not exported, by resource. An award or a review without its
 * product is left out. A label stays without its product, because the QR codes on printed bottles link to it.
 */
const omissions: Readonly<Record<string, OmitReferences>> = {
  [productResourceSpec.name]: (items, isExported) =>
    items.map((item) => ({ ...item, recommended: (item.recommended as readonly number[]).filter(isExported) })),
  [awardResourceSpec.name]: (items, isExported) => items.filter(({ product }) => isExported(product)),
  [demonstrationReviewResourceSpec.name]: (items, isExported) =>
    items.filter(({ product }) => product === null || isExported(product)),
  [eLabelResourceSpec.name]: (items, isExported) =>
    items.map((item) => (isExported(item.product) ? item : { ...item, product: null })),
  [pageResourceSpec.name]: (items, isExported) =>
    items.map((item) => ({
      ...item,
      sections: (item.sections as readonly ItemInput[]).map((section) => omitFromSection(section, isExported)),
    })),
};

/**
 * Removes products that are not exported from a section. If no product would remain, the list stays unchanged, because
 * a section without products shows the promoted ones.
 */
function omitFromSection(section: ItemInput, isExported: (productId: unknown) => boolean): ItemInput {
  if (section.kind !== 'products' || !Array.isArray(section.products)) return section;
  const products = section.products.filter(isExported);
  return products.length > 0 ? { ...section, products } : section;
}

/**
 * Removes the references to archived and deleted products from the exported items, because an import refuses most of
 * them.
 * @param items The items to export by the name of their resource, without archived products.
 */
function omitArchivedProductReferences(items: ReadonlyMap<string, ItemInput[]>): Map<string, ItemInput[]> {
  const products = new Set(items.get(productResourceSpec.name)?.map(({ id }) => id));
  const isExported = (productId: unknown) => products.has(productId);
  return new Map(
    [...items].map(([name, list]) => [name, omissions[name]?.(list, isExported) ?? list] as [string, ItemInput[]]),
  );
}

interface VariantRecords {
  quantities: ReadonlyMap<number, number>;
  prices: ReadonlyMap<number, { price: number; from: string }[]>;
}

async function buildExportedProductFiles(
  tx: SiteTx,
  read: ListExportedItems,
  media: ExportedMedia,
): Promise<ExportedFile[]> {
  const records = await readVariantRecords(tx);
  return read(productResourceSpec).map((product) =>
    toJsonFile(`products/${product.slug}.json`, toProductFile(product, records, media)),
  );
}

async function readVariantRecords(tx: SiteTx): Promise<VariantRecords> {
  const stocked = await tx.select().from(stock);
  const prices = await tx.select().from(priceHistory).orderBy(priceHistory.variantId, priceHistory.validFrom);
  return {
    quantities: new Map(stocked.map(({ variantId, quantity }) => [variantId, quantity])),
    prices: new Map(
      [...Map.groupBy(prices, ({ variantId }) => variantId)].map(([id, rows]) => [
        id,
        // The last row is the present price, which the import records by itself.
        rows.slice(0, -1).map(({ price, validFrom }) => ({
          price: centsToEuros(price),
          from: validFrom.toISOString().slice(0, 10),
        })),
      ]),
    ),
  };
}

function toProductFile(product: ProductInput, { quantities, prices }: VariantRecords, media: ExportedMedia) {
  const { position, variants, description, images, videos, boxContents, ...fields } = product;
  return {
    ...fields,
    order: position,
    declinations: variants.map(({ imageId, ...variant }) => ({
      ...variant,
      quantity: quantities.get(variant.id) ?? 0,
      image: media.pathOrNull(imageId),
      priceHistory: prices.get(variant.id) ?? [],
    })),
    description: 'html' in description ? description.html : '',
    images: images.map(media.pathOf),
    videos: videos.map(({ title, ...video }) => ({
      title,
      url: 'file' in video ? media.pathOf(video.file) : video.url,
    })),
    products: boxContents.map(({ variantId, quantity }) => ({ idDeclination: variantId, quantity })),
  };
}

/** Reads all items of a resource as inputs, in the order of its list. Archived items are left out. */
async function readUnarchivedItems(tx: SiteTx, resource: Resource): Promise<ItemInput[]> {
  const inputs: ItemInput[] = [];
  for (let page = 1; ; page++) {
    const query = { page, nbItem: pageSize.max, orderBy: null, filters: [] };
    const inLanguages = { lang: defaultLang, siteLang: defaultLang, itemLanguages: languages };
    const { items, total } = await listItems(tx, resource, query, inLanguages);
    for (const { archivedAt, item } of items) if (archivedAt === null) inputs.push(item);
    if (page * pageSize.max >= total) return inputs;
  }
}

async function listSiteFiles(tx: SiteTx): Promise<ExportedFile[]> {
  const stored = new Map<string, ItemInput[]>();
  for (const resource of editableResources) stored.set(resource.name, await readUnarchivedItems(tx, resource));
  const items = omitArchivedProductReferences(stored);
  // The items under the name of a resource are valid inputs of that resource, which the type of the map cannot express.
  const read: ListExportedItems = <Input>({ name }: { name: string }) => (items.get(name) ?? []) as unknown as Input[];
  const media = await readExportedMedia(tx);
  return [
    ...media.files,
    ...buildSiteFiles(read, media),
    ...toItemFiles(read, media),
    ...(await buildExportedProductFiles(tx, read, media)),
    ...(await buildExportedDraftFiles(tx)),
  ];
}

async function writeSiteFile(filesDir: string, dir: string, file: ExportedFile): Promise<void> {
  const path = join(dir, file.path);
  await mkdir(dirname(path), { recursive: true });
  if ('text' in file) await writeFile(path, file.text);
  else await copyFile(toStoredFilePath(filesDir, file.hash), path);
}

/**
 * Writes the `site.json` of an exported site. Hosts and languages are those of the database if staff have edited them;
 * everything else is copied from `from`.
 * @param from Path of the site's present `site.json`; null if its folder no longer exists. All values then come from
 * the database.
 */
export async function writeExportedSiteConfig(
  db: Db,
  siteId: number,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const text = from === null ? null : await readFile(from, 'utf8');
  const [site] = await db.select().from(sites).where(eq(sites.id, siteId));
  if (!site || (text !== null && !site.hostingEditedAt)) return text === null ? undefined : writeFile(to, text);
  const { id, name, timeZone, hosts, origins: origin, languages, defaultLang } = site;
  const source = text === null ? { id, name, timeZone, cookieDomain: site.cookieDomain } : JSON.parse(text);
  const { cookieDomain, ...identity } = source as { cookieDomain?: string | null };
  // An import refuses a cookie domain to which none of the hosts belongs.
  const hasCookieDomain = cookieDomain && hosts.some((host) => isWithinDomain(host.name, cookieDomain));
  const config = { ...identity, ...(hasCookieDomain && { cookieDomain }), hosts, origin, languages, defaultLang };
  await writeFile(to, `${JSON.stringify(config, null, 2)}\n`);
}
