import sharp from 'sharp';
import {
  awards,
  boxContents,
  declinations,
  mealIcons,
  priceHistory,
  productImages,
  productMealIcons,
  products,
  productTags,
  recommendations,
  stock,
  tags,
  variations,
} from '#server/api/catalogue/catalogue-tables.ts';
import { news, newsImages } from '#server/api/content/content-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { inSite, type SiteTx } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { addresses } from '#server/api/places/places-tables.ts';
import {
  components,
  externalAppSecrets,
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageLayouts,
  pages,
  parameters,
  siteInfos,
  themes,
} from '#server/api/site/site-tables.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Lang } from '#shared/languages.ts';
import { insertSite } from './insert-site.ts';

/**
 * A small fictional estate with a little of everything. `mark` is a word that stands in all its texts, so that a test
 * sees at once when it turns up at another estate. Every estate has the same ids.
 */
export interface Estate {
  id: number;
  mark: string;
  defaultLang?: Lang;
  languages?: Lang[];
}

const days = (count: number) => new Date(Date.now() - count * 86_400_000);
export const script = 'window.visited = true;';

export async function fillEstate(db: Db, filesDir: string, estate: Estate): Promise<void> {
  const { id, mark, defaultLang = 'fr_FR', languages = ['fr_FR'] } = estate;
  await insertSite(db, id, { name: mark, defaultLang, languages });
  const photograph = await storeFile(filesDir, await picture(600, 400, '#3a5f2d'));
  const broken = await storeFile(filesDir, Buffer.from(`no picture at all, ${mark}`));
  const drawing = await storeFile(
    filesDir,
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><title>${mark}</title><rect width="120" height="60" fill="#3a5f2d"/></svg>`,
    ),
  );
  const font = await storeFile(filesDir, Buffer.from(`wOF2 a font of ${mark}`));
  const film = await storeFile(filesDir, Buffer.from('0123456789'.repeat(10)));
  await inSite(db, id, async (tx) => {
    await fillMedia(tx, mark, { photograph, broken, drawing, font, film });
    await fillSite(tx, mark);
    await fillCatalogue(tx, mark);
    await fillContent(tx, mark);
  });
}

export const picture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function fillMedia(
  tx: SiteTx,
  mark: string,
  hashes: Record<'photograph' | 'broken' | 'drawing' | 'font' | 'film', string>,
) {
  const image = {
    name: mark,
    alt: { fr_FR: `Vue ${mark}`, en: `View ${mark}` },
    bytes: 1,
    width: 600,
    height: 400,
    tint: '#3a5f2d',
  };
  await tx.insert(images).values([
    { ...image, id: 1, path: 'views/estate.jpg', hash: hashes.photograph, type: 'image/jpeg' },
    { ...image, id: 2, path: 'views/broken.jpg', hash: hashes.broken, type: 'image/jpeg' },
    { ...image, id: 3, path: 'logos/logo.svg', hash: hashes.drawing, type: 'image/svg+xml', width: 120, height: 60 },
    { ...image, id: 4, path: 'views/lost.jpg', hash: '0'.repeat(64), type: 'image/jpeg' },
  ]);
  await tx.insert(files).values([
    {
      id: 3,
      path: 'fonts/mulish-700.woff2',
      name: 'mulish-700.woff2',
      hash: hashes.font,
      type: 'font/woff2',
      bytes: 1,
    },
    { id: 5, path: 'videos/harvest.mp4', name: 'harvest.mp4', hash: hashes.film, type: 'video/mp4', bytes: 100 },
  ]);
}

async function fillSite(tx: SiteTx, mark: string) {
  await tx.insert(parameters).values([
    { type: 'COMPANY_NAME', value: mark },
    { type: 'TOP_BAR_INFO', value: { fr_FR: `Bienvenue chez ${mark}`, en: `Welcome to ${mark}` } },
    { type: 'USE_STOCK_MANAGEMENT', value: true },
    { type: 'STOCK_LIMIT_DISPLAY', value: 6 },
    { type: 'SCRIPTS_TO_LOAD', value: 'console.log("staff only")' },
  ]);
  await tx.insert(siteInfos).values({
    devUrl: '',
    prodUrl: '',
    server: '',
    url: '',
    fonts: [{ type: 'TITLE', family: 'Mulish', colour: '#123456', size: '2em', weight: 700, style: 'normal' }],
    isWinemaker: true,
    isECommerce: false,
    isBuilding: false,
  });
  await tx.insert(themes).values({
    primary: '#3a5f2d',
    accent: '#e5b53b',
    ink: '#222222',
    backgrounds: { paper: '#fffdf5', raised: '#ffffff', footer: '#eeeeee' },
    menu: { background: '#ffffff', ink: '#222222', current: '#3a5f2d' },
  });
  await tx.insert(fonts).values({ name: 'Mulish', files: [3], position: 0 });
  await tx.insert(logos).values({ id: 1, type: 'LOGO', imageId: 3, alt: `Logo ${mark}` });
  await tx
    .insert(pages)
    .values({ id: 1, title: { fr_FR: `Le domaine ${mark}`, en: `The estate ${mark}` }, type: 'ESTATE', imageId: 1 });
  await tx.insert(pageLayouts).values([
    {
      pageId: 1,
      id: 2,
      position: 1,
      kind: 'component',
      component: 'slider',
      config: { slides: [{ picture: { image: 1 }, text: { fr_FR: 'Bonjour', en: 'Hello' } }] },
    },
    {
      pageId: 1,
      id: 1,
      position: 0,
      kind: 'html',
      html: { fr_FR: `<p>Histoire ${mark}</p>`, en: `<p>History ${mark}</p>` },
    },
  ]);
  const entry = {
    lang: 'fr_FR' as const,
    metaDescription: '',
    showInMenu: true,
    isText: false,
    isCmsPage: false,
    cmsRoute: '',
    linkType: 'NONE' as const,
    linkUrl: '',
    linkCode: '',
  };
  await tx.insert(pageEntries).values([
    {
      ...entry,
      id: 1,
      position: 1,
      url: 'nos-produits',
      menuTitle: 'Nos produits',
      title: mark,
      type: 'FOLDER',
      isText: true,
    },
    {
      ...entry,
      id: 2,
      position: 0,
      url: 'notre-domaine',
      menuTitle: 'Le domaine',
      title: mark,
      type: 'ESTATE',
      pageId: 1,
      isCmsPage: true,
    },
    { ...entry, id: 3, position: 0, parentId: 1, url: 'nos-vins', menuTitle: 'Nos vins', title: mark, type: 'WINE' },
    {
      ...entry,
      id: 4,
      position: 2,
      url: 'avis',
      menuTitle: 'Avis',
      title: mark,
      type: 'LINK',
      linkType: 'SCRIPT',
      linkCode: script,
    },
    { ...entry, id: 5, position: 0, lang: 'en', url: 'our-wines', menuTitle: 'Our wines', title: mark, type: 'WINE' },
  ]);
  await tx.insert(components).values({
    slug: 'home-hero',
    config: {
      picture: { image: 1 },
      lost: { image: 99 },
      title: { fr_FR: `Titre ${mark}`, en: `Title ${mark}` },
      size: 3,
      both: { image: 1, alt: 'kept' },
    },
  });
  await tx.insert(externalApps).values({ app: 'WEB_ANALYTICS', config: { id: `G-${mark}` } });
  await tx.insert(externalAppSecrets).values({ app: 'WEB_ANALYTICS', config: { key: 'top-secret' } });
  await tx
    .insert(addresses)
    .values([
      address(1, 0, `Chai ${mark}`, ['shop', 'click-and-collect']),
      { ...address(2, 1, `Siège ${mark}`, ['head-office']), latitude: null, longitude: null },
    ]);
}

const address = (id: number, position: number, name: string, types: string[]) => ({
  id,
  position,
  name,
  types,
  address: '1 rue des Vignes',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
  phone: '',
  email: '',
  latitude: 45.69 as number | null,
  longitude: -0.32 as number | null,
  openingHours: { monday: [{ from: '09:00', to: '12:00' }] },
});

async function fillCatalogue(tx: SiteTx, mark: string) {
  await tx.insert(tags).values([
    { slug: 'organic', label: { fr_FR: 'Bio', en: 'Organic' }, position: 0 },
    { slug: 'gift', label: { fr_FR: 'Cadeau', en: 'Gift' }, position: 1 },
  ]);
  await tx.insert(variations).values({ id: 1, label: { fr_FR: 'Avec étui', en: 'With box' }, displayLabel: null });
  await tx.insert(mealIcons).values([
    { id: 1, icon: 'oyster', label: { fr_FR: 'Huîtres', en: 'Oysters' } },
    { id: 2, icon: 'cheese', label: { fr_FR: 'Fromages', en: 'Cheese' } },
  ]);
  await tx.insert(products).values([
    product(mark, { id: 1, kind: 'red', name: 'Cuvée Été', position: 3, isVintage: true }),
    product(mark, {
      id: 2,
      kind: 'white',
      name: 'Blanc de l’Œuvre',
      position: 1,
      isVintage: true,
      promoted: true,
      discount: { id: 9, type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' },
    }),
    product(mark, { id: 3, kind: 'cognac', name: 'Cognac VS', position: 2 }),
    product(mark, { id: 4, kind: 'juice', name: 'Jus blanc', position: 4, isAlcohol: false, alcohol: null }),
    product(mark, { id: 5, kind: 'box', type: 'BOX', name: 'Coffret', position: 5, reference: 'BOX-1' }),
  ]);
  await tx.insert(declinations).values([
    declination(11, 1, { year: 2022, price: 1200, imageId: 1 }),
    declination(12, 1, { year: 2020, price: 2600, capacity: 150, position: 1 }),
    declination(13, 1, { year: 2022, price: 700, capacity: 37.5, position: 2 }),
    declination(21, 2, { year: 2023, price: 1000, sellByMultipleOf: 6 }),
    declination(22, 2, {
      year: 2022,
      price: 950,
      position: 1,
      discount: { id: 8, type: 'EURO', amount: 2.5, detailType: 'PRODUCT' },
    }),
    declination(31, 3, { price: 3500, capacity: 0.7, capacityUnit: 'LITER', variations: [1] }),
    declination(41, 4, { price: 400, capacity: 1, capacityUnit: 'LITER' }),
    declination(51, 5, { price: 4000, capacity: 225 }),
  ]);
  await tx.insert(stock).values([
    { declinationId: 11, quantity: 13 },
    { declinationId: 12, quantity: 0 },
    { declinationId: 13, quantity: 4 },
    { declinationId: 21, quantity: 60 },
    { declinationId: 22, quantity: 5 },
    { declinationId: 31, quantity: 7 },
    { declinationId: 51, quantity: 999 },
  ]);
  await tx.insert(boxContents).values([
    { productId: 5, declinationId: 11, quantity: 2, position: 0 },
    { productId: 5, declinationId: 22, quantity: 1, position: 1 },
  ]);
  await tx.insert(priceHistory).values([
    { declinationId: 21, price: 800, validFrom: days(90) },
    { declinationId: 21, price: 850, validFrom: days(30) },
    { declinationId: 21, price: 900, validFrom: days(5) },
    { declinationId: 31, price: 100, validFrom: days(10) },
  ]);
  await tx.insert(productTags).values([
    { productId: 1, tag: 'organic' },
    { productId: 2, tag: 'organic' },
    { productId: 2, tag: 'gift' },
  ]);
  await tx.insert(productImages).values([
    { productId: 1, imageId: 1, position: 0 },
    { productId: 1, imageId: 3, position: 1 },
  ]);
  await tx.insert(productMealIcons).values([
    { productId: 1, mealIconId: 2, position: 0 },
    { productId: 1, mealIconId: 1, position: 1 },
  ]);
  await tx.insert(recommendations).values([
    { productId: 1, recommendedId: 3, position: 0 },
    { productId: 1, recommendedId: 2, position: 1 },
  ]);
  await tx.insert(awards).values([
    {
      id: 1,
      productId: 1,
      name: `Concours ${mark}`,
      medal: 'gold',
      distinction: { fr_FR: 'Médaille d’or', en: 'Gold medal' },
      year: 2024,
      vintage: 2022,
    },
    { id: 2, productId: 3, name: `Concours ${mark}`, medal: 'silver', distinction: 'Argent', year: 2025 },
  ]);
}

type ProductValues = typeof products.$inferInsert;
function product(
  mark: string,
  own: Pick<ProductValues, 'id' | 'kind' | 'position'> & { name: string } & Partial<Omit<ProductValues, 'name'>>,
): ProductValues {
  return {
    slug: `product-${own.id}`,
    type: 'WINE',
    appellation: { fr_FR: `Appellation ${mark}`, en: `Appellation ${mark}` },
    summary: { fr_FR: 'Un vin', en: 'A wine' },
    isVintage: false,
    promoted: false,
    hasShippingFees: true,
    vatRate: 20,
    isAlcohol: true,
    html: { fr_FR: `<p>${mark}</p>`, en: `<p>${mark}</p>` },
    tasting: { eye: 'Rouge', nose: { fr_FR: 'Fruits', en: 'Fruit' }, mouth: '' },
    facts: [{ label: { fr_FR: 'Sol', en: 'Soil' }, text: 'Argile' }],
    alcohol: 12.5,
    ingredients: 'Raisin',
    allergens: 'Sulfites',
    videos: [
      { title: 'Vendange', file: 5 },
      { title: 'Ailleurs', url: 'https://video.example/1' },
    ],
    ...own,
    searchText: foldText(`${own.name} ${mark} ${own.kind}`),
  };
}

type DeclinationValues = typeof declinations.$inferInsert;
const declination = (
  id: number,
  productId: number,
  own: Partial<DeclinationValues> & { price: number },
): DeclinationValues => ({
  id,
  productId,
  position: 0,
  reference: `R${id}`,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  sellByMultipleOf: 1,
  variations: [],
  ...own,
});

async function fillContent(tx: SiteTx, mark: string) {
  const article = (id: number, age: number, title: string, promoted = false) => ({
    id,
    slug: { fr_FR: `actualite-${id}`, en: `news-${id}` },
    title: { fr_FR: title, en: `News ${id}` },
    summary: mark,
    html: { fr_FR: `<p>${mark}</p>` },
    publishedAt: days(age),
    updatedAt: days(age),
    promoted,
    imageId: 1,
    searchText: '',
  });
  await tx
    .insert(news)
    .values([
      article(1, 30, 'Vendanges d’été', true),
      article(2, 10, 'Médailles'),
      article(3, -10, 'Pas encore publiée', true),
      ...Array.from({ length: 11 }, (_, index) => article(10 + index, 100 + index, `Archive ${index}`)),
    ]);
  await tx.insert(newsImages).values([
    { newsId: 1, imageId: 3, position: 0 },
    { newsId: 1, imageId: 1, position: 1 },
  ]);
}
