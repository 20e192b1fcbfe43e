import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { ContentDetail, ContentItem } from '#shared/content/content-endpoints.ts';
import type { Image } from '#shared/media/image.ts';
import type { readPublishedContentItem } from './content-repository.ts';
import type { ArticleTables } from './content-tables.ts';

type ItemRow = ArticleTables['items']['$inferSelect'];

export async function toContentItems(
  tx: SiteTx,
  rows: readonly ItemRow[],
  pickLanguage: PickLocalizedText,
): Promise<ContentItem[]> {
  const images = await readImagesById(
    tx,
    rows.map(({ imageId }) => imageId),
    pickLanguage,
  );
  return rows.map((row) => toContentItem(row, images, pickLanguage));
}

type FoundItem = NonNullable<Awaited<ReturnType<typeof readPublishedContentItem>>>;

export async function toContentDetail(
  tx: SiteTx,
  { row, imageIds }: FoundItem,
  pickLanguage: PickLocalizedText,
): Promise<ContentDetail> {
  const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
  return {
    ...toContentItem(row, images, pickLanguage),
    html: pickLanguage(row.html),
    images: imageIds.map((id) => images.get(id)).filter((image) => image !== undefined),
  };
}

const toContentItem = (
  row: ItemRow,
  images: ReadonlyMap<number, Image>,
  pickLanguage: PickLocalizedText,
): ContentItem => ({
  id: row.id,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  promoted: row.promoted,
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});
