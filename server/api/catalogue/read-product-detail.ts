import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readFilesById } from '#server/api/media/media.ts';
import type { MealIcon, ProductDetail } from '#shared/catalogue/catalogue-contract.ts';
import { readMealIconsOfProduct } from './classification-repository.ts';
import { type ProductDetailRow, readAnyProductDetail } from './product-repository.ts';
import { type ProductReadContext, readProductDataByIds } from './read-product-data-by-ids.ts';
import { toProductResponse } from './read-products.ts';

export async function readProductDetail(
  tx: SiteTx,
  id: number,
  context: ProductReadContext,
): Promise<ProductDetail | null> {
  const columns = await readAnyProductDetail(tx, id);
  if (!columns) return null;
  const data = await readProductDataByIds(tx, [id], context, 'all');
  const row = data.rows.get(id);
  if (!row) return null;
  const { pickLanguage } = context;
  const mealIcons = (await readMealIconsOfProduct(tx, id)).map(
    (icon): MealIcon => ({ ...icon, label: pickLanguage(icon.label) }),
  );
  const { eye, nose, mouth } = columns.tasting;
  return {
    ...toProductResponse(row, data, context),
    html: pickLanguage(columns.html),
    tasting: { eye: pickLanguage(eye), nose: pickLanguage(nose), mouth: pickLanguage(mouth) },
    facts: columns.facts.map(({ label, text }) => ({ label: pickLanguage(label), text: pickLanguage(text) })),
    alcohol: columns.alcohol,
    nutrition: columns.nutrition,
    ingredients: pickLanguage(columns.ingredients),
    allergens: pickLanguage(columns.allergens),
    mealIcons,
    images: (data.imageIds.get(id) ?? []).map((each) => data.images.get(each)).filter((image) => image !== undefined),
    videos: await videosOf(tx, columns, pickLanguage),
    reference: columns.reference,
  };
}

/** Returns the videos of a product, without uploaded videos whose file is missing. */
async function videosOf(tx: SiteTx, { videos }: ProductDetailRow, pickLanguage: ProductReadContext['pickLanguage']) {
  const stored = await readFilesById(
    tx,
    videos.flatMap((video) => ('file' in video ? [video.file] : [])),
  );
  return videos.flatMap((video) => {
    const url = 'file' in video ? stored.get(video.file)?.url : video.url;
    return url ? [{ url, title: pickLanguage(video.title) }] : [];
  });
}
