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
import { eurosToCents } from '#shared/money.ts';
import { mediaPathForm } from './content-paths.ts';
import type { ProductFile } from './content-schema.ts';
import type { SiteContent } from './read-site-folder.ts';
import { eachLanguage, renderMarkdown } from './render-markdown.ts';
import { type DesiredRows, type RowContext, rowsOf, searchText } from './rows.ts';

export function catalogueRows({ files, products: filed }: SiteContent, context: RowContext): DesiredRows[] {
  const list = filed.map(({ value }) => value);
  const tagLabels = new Map(files['tags.json'].map(({ slug, label }) => [slug, label]));
  return [
    rowsOf(
      tags,
      files['tags.json'].map((tag, position) => ({ ...tag, position })),
    ),
    rowsOf(variations, files['variations.json']),
    rowsOf(mealIcons, files['meal-icons.json']),
    rowsOf(
      products,
      list.map((product) => productRow(product, tagLabels, context)),
    ),
    ...declinationRows(list, context),
    ...linkRows(list, context),
    rowsOf(
      awards,
      files['awards.json'].map(({ product, ...award }) => ({ ...award, productId: product })),
    ),
  ];
}

type ProductRow = Omit<typeof products.$inferInsert, 'siteId'>;
type TagLabels = ReadonlyMap<string, SiteContent['files']['tags.json'][number]['label']>;

function productRow(product: ProductFile, tagLabels: TagLabels, context: RowContext): ProductRow {
  const { id, slug, type, kind, name, appellation, summary, isVintage, promoted, hasShippingFees } = product;
  const { vatRate, isAlcohol, discount, facts, alcohol, nutrition, ingredients, allergens, reference } = product;
  const labels = product.tags.map((tag) => tagLabels.get(tag) ?? '');
  return {
    ...{ id, slug, type, kind, name, appellation, summary, isVintage, promoted, hasShippingFees },
    ...{ vatRate, isAlcohol, discount, facts, alcohol, nutrition, ingredients, allergens, reference },
    position: product.order,
    html: eachLanguage(product.description, (text) => renderMarkdown(text, context.picture)),
    tasting: product.tasting ?? { eye: '', nose: '', mouth: '' },
    videos: product.videos.map(({ url, title }) =>
      mediaPathForm.test(url) ? { file: context.idOf(url), title } : { url, title },
    ),
    searchText: searchText([name, appellation, summary, kindWords[kind], ...labels, ...facts.map(({ text }) => text)]),
  };
}

/** What people type when they look for a kind. */
const kindWords: Record<ProductFile['kind'], string> = {
  white: 'vin blanc white wine',
  rose: 'vin rosé rose wine',
  red: 'vin rouge red wine',
  sparkling: 'bulles mousseux effervescent sparkling',
  pineau: 'pineau des Charentes',
  cognac: 'cognac eau-de-vie brandy',
  juice: 'jus de raisin grape juice',
  box: 'coffret caisse box case gift cadeau',
};

function declinationRows(list: readonly ProductFile[], context: RowContext): DesiredRows[] {
  const all = list.flatMap((product) => product.declinations);
  return [
    rowsOf(
      declinations,
      list.flatMap((product) =>
        product.declinations.map(({ quantity: _, priceHistory: __, price, image, ...declination }, position) => ({
          ...declination,
          productId: product.id,
          position,
          price: eurosToCents(price),
          imageId: context.imageOf(image),
        })),
      ),
    ),
    rowsOf(
      stock,
      all.map(({ id, quantity }) => ({ declinationId: id, quantity })),
    ),
    rowsOf(
      priceHistory,
      all.flatMap((declination) =>
        declination.priceHistory.map(({ price, from }) => ({
          declinationId: declination.id,
          validFrom: new Date(from),
          price: eurosToCents(price),
        })),
      ),
    ),
  ];
}

/** Order is the order in the file. */
function linkRows(list: readonly ProductFile[], context: RowContext): DesiredRows[] {
  return [
    rowsOf(
      productTags,
      list.flatMap(({ id, tags: slugs }) => slugs.map((tag) => ({ productId: id, tag }))),
    ),
    rowsOf(
      productMealIcons,
      list.flatMap(({ id, mealIcons: icons }) =>
        icons.map((mealIconId, position) => ({ productId: id, mealIconId, position })),
      ),
    ),
    rowsOf(
      productImages,
      list.flatMap(({ id, images }) =>
        images.map((path, position) => ({ productId: id, imageId: context.idOf(path), position })),
      ),
    ),
    rowsOf(
      recommendations,
      list.flatMap(({ id, recommended }) =>
        recommended.map((recommendedId, position) => ({ productId: id, recommendedId, position })),
      ),
    ),
    rowsOf(
      boxContents,
      list.flatMap(({ id, products: contents }) =>
        contents.map(({ idDeclination, quantity }, position) => ({
          productId: id,
          declinationId: idDeclination,
          quantity,
          position,
        })),
      ),
    ),
  ];
}
