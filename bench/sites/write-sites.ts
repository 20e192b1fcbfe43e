import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductFile } from '#server/import/content-schema.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';

/** The demonstration estate from which the benchmark creates its site folders. */
const demonstrationEstate = join(import.meta.dirname, '../../sites/domaine-des-chenes');

/** Number of products on the wine list of the full estate. The performance goals refer to it. */
export const fullEstateWineListLength = 60;
export const wineListPath = '/nos-produits/nos-vins';

/** A site that has a whole catalogue and receives orders. */
export interface BenchEstate {
  id: number;
  folder: string;
  host: string;
}
export const fullEstateSite: BenchEstate = {
  id: 40,
  folder: 'domaine-des-chenes',
  host: 'domaine-des-chenes.example',
};

/**
 * Id of the template site, of which the generated sites are copies. It has five pages and three products and is never
 * requested.
 */
export const templateSiteId = 1_000;
export const templateSiteFolderName = 'estate-template';
export const firstGeneratedSiteId = templateSiteId + 1;
export const getGeneratedSiteHost = (id: number): string => `estate-${id}.example`;

/** A second full estate on the same servers, whose visitors are measured while the first one is attacked. */
export const neighbourSite: BenchEstate = { id: 999, folder: 'estate-999', host: getGeneratedSiteHost(999) };
const generatedProductIds = [8, 14, 20];
const generatedPageTypes = new Set(['HOME', 'WINE', 'ESTATE', 'CMS', 'CONTACT']);

export const formatSiteCount = (count: number): string => `${count.toLocaleString('en')} site${count === 1 ? '' : 's'}`;

/** URL paths that the benchmark requests of each generated site. */
export const generatedSitePagePaths = ['/', '/nos-vins'] as const;

/** Limits of unpaid orders are off, because all orders of the load have the same postal address. */
const unlimitedOrders = {
  UNPAID_ORDERS_PER_CUSTOMER: 0,
  UNPAID_BOTTLES_PER_CUSTOMER: 0,
  UNPAID_ORDERS_PER_NEW_CUSTOMER: 0,
  UNPAID_BOTTLES_PER_NEW_CUSTOMER: 0,
};

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;
const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value));

/**
 * Writes a full estate: a copy of the demonstration estate whose products are duplicated until the wine list has
 * `fullEstateWineListLength` products.
 */
export async function writeFullEstateSite(sitesDir: string, { id, folder: name } = fullEstateSite): Promise<void> {
  const target = join(sitesDir, name);
  await cp(demonstrationEstate, target, { recursive: true });
  if (id !== fullEstateSite.id) await writeJson(join(target, 'site.json'), createSiteConfig(id));
  const parametersFile = join(target, 'content/parameters.json');
  await writeJson(parametersFile, { ...(await readJson<object>(parametersFile)), ...unlimitedOrders });
  const folder = join(target, 'content/products');
  const originals = (await readProducts(folder)).filter(({ kind }) => kind !== 'juice');
  const wines = originals.filter(({ kind }) => kind !== 'box');
  for (let count = originals.length; count < fullEstateWineListLength; count++) {
    const original = wines[count % wines.length];
    if (!original) throw new Error('the demonstration estate has no wines');
    const duplicate = duplicateProduct(original, 1_000 + count);
    await writeJson(join(folder, `${duplicate.slug}.json`), duplicate);
  }
}

async function readProducts(folder: string): Promise<ProductFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map((name) => readJson<ProductFile>(join(folder, name))));
}

const duplicateProduct = (product: ProductFile, id: number): ProductFile => ({
  ...product,
  id,
  slug: `${product.slug}-${id}`,
  declinations: product.declinations.map((declination, index) => ({
    ...declination,
    id: id * 100 + index,
    reference: `${declination.reference}-${id}`,
    discount: declination.discount && { ...declination.discount, id: id * 100 + index },
  })),
  discount: product.discount && { ...product.discount, id: id * 100 + 99 },
  reference: product.reference && `${product.reference}-${id}`,
});

/** Writes the site of which all generated sites are copies. */
export async function writeTemplateSite(sitesDir: string): Promise<void> {
  const target = join(sitesDir, templateSiteFolderName);
  const content = join(target, 'content');
  await cp(demonstrationEstate, target, { recursive: true });
  await writeJson(join(target, 'site.json'), createSiteConfig(templateSiteId));
  await rm(join(content, 'news'), { recursive: true, force: true });
  await rm(join(content, 'page-tree.en.json'), { force: true });
  await filterProducts(join(content, 'products'));
  await filterByProduct<{ product: number }>(join(content, 'awards.json'), ({ product }) => product);
  await filterByProduct<{ product?: number }>(join(content, 'reviews.json'), ({ product }) => product);
  const images = await readJson<{ file: string }[]>(join(content, 'images.json'));
  await writeJson(join(content, 'images.json'), filterImages(images, await readProducts(join(content, 'products'))));
  const tree = await readJson<PageEntryInput[]>(join(content, 'page-tree.fr_FR.json'));
  await writeJson(join(content, 'page-tree.fr_FR.json'), flattenPageTree(tree));
}

/** Removes the entries of a content file that refer to a product which the template site does not have. */
async function filterByProduct<T>(file: string, readProductId: (entry: T) => number | undefined): Promise<void> {
  const isKept = (id: number | undefined) => id === undefined || generatedProductIds.includes(id);
  await writeJson(
    file,
    (await readJson<T[]>(file)).filter((entry) => isKept(readProductId(entry))),
  );
}

async function filterProducts(folder: string): Promise<void> {
  for (const product of await readProducts(folder)) {
    const file = join(folder, `${product.slug}.json`);
    if (!generatedProductIds.includes(product.id)) await rm(file);
    else
      await writeJson(file, {
        ...product,
        recommended: product.recommended.filter((id) => generatedProductIds.includes(id)),
      });
  }
}

/** Removes images of products and news that the template site does not use. */
function filterImages(images: readonly { file: string }[], products: readonly ProductFile[]) {
  const usedFiles = new Set(
    products.flatMap((product) => [...product.images, ...product.declinations.map(({ image }) => image)]),
  );
  return images.filter(({ file }) => !/^(bottles|boxes|news)\//.test(file) || usedFiles.has(file));
}

/** Returns a flat page tree with the first page of each kind in `generatedPageTypes`. */
function flattenPageTree(tree: readonly PageEntryInput[]): PageEntryInput[] {
  const flatten = (entries: readonly PageEntryInput[]): PageEntryInput[] =>
    entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])]);
  const firstOfType = new Map<string, PageEntryInput>();
  for (const { children: _, ...entry } of flatten(tree))
    if (generatedPageTypes.has(entry.type) && !firstOfType.has(entry.type)) firstOfType.set(entry.type, entry);
  return [...firstOfType.values()];
}

const createSiteConfig = (id: number): SiteConfig => ({
  id,
  name: `Estate ${id}`,
  hosts: [{ name: getGeneratedSiteHost(id) }],
  origin: `https://${getGeneratedSiteHost(id)}`,
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  default: false,
});
