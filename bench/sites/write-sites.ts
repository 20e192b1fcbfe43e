import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageTreeEntry, ProductFile } from '#server/import/content-schema.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';

/** Sites for the bench, written as folders: variations of a demonstration estate. */
const estate = join(import.meta.dirname, '../../sites/domaine-des-chenes');

/** The estate with so many cards on its wine list that the goals speak of. */
export const cards = 60;
export const wineList = '/nos-produits/nos-vins';
export const fullEstate = { id: 40, folder: 'domaine-des-chenes', host: 'domaine-des-chenes.example' };

/** The generated sites: each has five pages and three products. The template itself is imported, and never asked for. */
export const templateId = 1_000;
export const templateFolder = 'estate-template';
export const firstId = templateId + 1;
export const generatedHost = (id: number): string => `estate-${id}.example`;
const generatedProducts = [8, 14, 20];
const generatedPages = new Set(['HOME', 'WINE', 'ESTATE', 'CMS', 'CONTACT']);

export const sitesInWords = (count: number): string => `${count.toLocaleString('en')} site${count === 1 ? '' : 's'}`;

/** Paths of a generated site that requests are spread over. */
export const generatedPaths = ['/', '/nos-vins'] as const;

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;
const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value));

/** Copies site 40 and repeats its products, each under a new id and address, until the wine list has its cards. */
export async function writeFullEstate(sitesDir: string): Promise<void> {
  const target = join(sitesDir, fullEstate.folder);
  await cp(estate, target, { recursive: true });
  const folder = join(target, 'content/products');
  const originals = (await readProducts(folder)).filter(({ kind }) => kind !== 'juice');
  const single = originals.filter(({ kind }) => kind !== 'box');
  for (let made = originals.length; made < cards; made++) {
    const original = single[made % single.length];
    if (!original) throw new Error('site 40 sells no wine');
    const again = repeated(original, 1_000 + made);
    await writeJson(join(folder, `${again.slug}.json`), again);
  }
}

async function readProducts(folder: string): Promise<ProductFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map((name) => readJson<ProductFile>(join(folder, name))));
}

const repeated = (product: ProductFile, id: number): ProductFile => ({
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

/** The site of which all generated ones are copies. */
export async function writeTemplate(sitesDir: string): Promise<void> {
  const target = join(sitesDir, templateFolder);
  const content = join(target, 'content');
  await cp(estate, target, { recursive: true });
  await writeJson(join(target, 'site.json'), generatedSite(templateId));
  await rm(join(content, 'news'), { recursive: true, force: true });
  await rm(join(content, 'page-tree.en.json'), { force: true });
  await keepProducts(join(content, 'products'));
  const awards = await readJson<{ product: number }[]>(join(content, 'awards.json'));
  await writeJson(
    join(content, 'awards.json'),
    awards.filter(({ product }) => generatedProducts.includes(product)),
  );
  const images = await readJson<{ file: string }[]>(join(content, 'images.json'));
  await writeJson(join(content, 'images.json'), imagesOf(images, await readProducts(join(content, 'products'))));
  const tree = await readJson<PageTreeEntry[]>(join(content, 'page-tree.fr_FR.json'));
  await writeJson(join(content, 'page-tree.fr_FR.json'), fivePages(tree));
}

async function keepProducts(folder: string): Promise<void> {
  for (const product of await readProducts(folder)) {
    const file = join(folder, `${product.slug}.json`);
    if (!generatedProducts.includes(product.id)) await rm(file);
    else
      await writeJson(file, {
        ...product,
        recommended: product.recommended.filter((id) => generatedProducts.includes(id)),
      });
  }
}

/** Without the pictures of what the site does not sell or tell. */
function imagesOf(images: readonly { file: string }[], products: readonly ProductFile[]) {
  const shown = new Set(
    products.flatMap((product) => [...product.images, ...product.declinations.map(({ image }) => image)]),
  );
  return images.filter(({ file }) => !/^(bottles|boxes|news)\//.test(file) || shown.has(file));
}

/** The first page of each kind, all at the top of the tree. */
function fivePages(tree: readonly PageTreeEntry[]): PageTreeEntry[] {
  const flat = (entries: readonly PageTreeEntry[]): PageTreeEntry[] =>
    entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
  const kept = new Map<string, PageTreeEntry>();
  for (const { children: _, ...entry } of flat(tree))
    if (generatedPages.has(entry.type) && !kept.has(entry.type)) kept.set(entry.type, entry);
  return [...kept.values()];
}

const generatedSite = (id: number): SiteConfig => ({
  id,
  name: `Estate ${id}`,
  hosts: [{ name: generatedHost(id) }],
  origin: `https://${generatedHost(id)}`,
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  default: false,
});

/** A folder of sites that holds `count` of the generated ones: their `site.json`, which is all that a storefront reads. */
export async function writeGeneratedFolders(sitesDir: string, count: number): Promise<void> {
  for (let id = firstId; id < firstId + count; id++) {
    const folder = join(sitesDir, `estate-${id}`);
    await mkdir(folder, { recursive: true });
    await writeJson(join(folder, 'site.json'), generatedSite(id));
  }
}
