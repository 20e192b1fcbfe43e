import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { filesById } from '#server/api/media/media.ts';
import type { MealIcon, ProductDetail } from '#shared/catalogue/catalogue-contract.ts';
import { type ProductTexts, readMealIconsOf, readProductTexts } from './product-repository.ts';
import { type ProductReadContext, readProductData } from './read-product-data.ts';
import { toProduct } from './read-products.ts';

/** One product with all that its page shows; null where the site has none with that id. */
export async function readProductDetail(
  tx: SiteTx,
  id: number,
  reading: ProductReadContext,
): Promise<ProductDetail | null> {
  const texts = await readProductTexts(tx, id);
  if (!texts) return null;
  const shelf = await readProductData(tx, [id], reading, 'all');
  const row = shelf.rows.get(id);
  if (!row) return null;
  const { pickLanguage } = reading;
  const mealIcons = (await readMealIconsOf(tx, id)).map(
    (icon): MealIcon => ({ ...icon, label: pickLanguage(icon.label) }),
  );
  const { eye, nose, mouth } = texts.tasting;
  return {
    ...toProduct(row, shelf, reading),
    html: pickLanguage(texts.html),
    tasting: { eye: pickLanguage(eye), nose: pickLanguage(nose), mouth: pickLanguage(mouth) },
    facts: texts.facts.map(({ label, text }) => ({ label: pickLanguage(label), text: pickLanguage(text) })),
    alcohol: texts.alcohol,
    nutrition: texts.nutrition,
    ingredients: pickLanguage(texts.ingredients),
    allergens: pickLanguage(texts.allergens),
    mealIcons,
    images: (shelf.imageIds.get(id) ?? []).map((each) => shelf.images.get(each)).filter((image) => image !== undefined),
    videos: await videosOf(tx, texts, pickLanguage),
    reference: texts.reference,
  };
}

/** A film of the estate's own is in its files, and left out where it is not there. */
async function videosOf(tx: SiteTx, { videos }: ProductTexts, pickLanguage: ProductReadContext['pickLanguage']) {
  const own = await filesById(
    tx,
    videos.flatMap((video) => ('file' in video ? [video.file] : [])),
  );
  return videos.flatMap((video) => {
    const url = 'file' in video ? own.get(video.file)?.url : video.url;
    return url ? [{ url, title: pickLanguage(video.title) }] : [];
  });
}
