import { and, ne, sql } from 'drizzle-orm';
import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { readTextImages } from '#server/api/media/read-text-images.ts';
import type { FindTextImage } from '#server/api/media/text-image.ts';
import { resource } from '#server/api/resources/resource.ts';
import { renderText } from '#server/api/site/render-text.ts';
import { NewsInput } from '#shared/content/news-input.ts';
import { refuse } from '#shared/outcome.ts';
import { searchText } from '#shared/search-text.ts';
import { news, newsImages } from './content-tables.ts';

export function newsRows(list: readonly NewsInput[], findPicture: FindTextImage, updatedAt: Date): TableRows[] {
  return [
    rowsOf(
      news,
      list.map(({ images, image, body, publishedAt, ...columns }) => ({
        ...columns,
        html: renderText(body, findPicture),
        publishedAt: new Date(publishedAt),
        updatedAt,
        imageId: image,
        searchText: searchText([columns.title, columns.summary]),
      })),
    ),
    rowsOf(
      newsImages,
      list.flatMap(({ id, images }) =>
        [...new Set(images)].map((imageId, position) => ({ newsId: id, imageId, position })),
      ),
      { newsId: list.map(({ id }) => id) },
    ),
  ];
}

/** Saves a news item with its pictures. After a refusal the transaction can only be rolled back. */
export async function saveNews(tx: SiteTx, item: NewsInput): Promise<SaveOutcome> {
  if (await isSlugTaken(tx, item)) return refuse('already_exists', { values: { field: 'slug' } });
  const findPicture = await readTextImages(tx, item.body);
  return saveAndNotify(tx, newsRows([item], findPicture, new Date()));
}

/** A slug must be unique over all languages, which a table constraint cannot express. */
async function isSlugTaken(tx: SiteTx, { id, slug }: NewsInput): Promise<boolean> {
  const slugs = typeof slug === 'string' ? [slug] : Object.values(slug);
  const isTaken = sql`exists (
    select from jsonb_each_text(
      case jsonb_typeof(${news.slug}) when 'string' then jsonb_build_object('', ${news.slug}) else ${news.slug} end) as s
     where s.value = any(${sql.param(slugs)}))`;
  return (await tx.$count(news, and(ne(news.id, id), isTaken))) > 0;
}

export const newsResource = resource({
  name: 'news',
  table: news,
  key: 'id',
  keys: 'assigned',
  input: NewsInput,
  save: saveNews,
  parts: { images: { table: newsImages, by: 'newsId' } },
});
