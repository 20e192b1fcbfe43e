import { news, newsImages } from '#server/api/content/content-tables.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { addresses } from '#server/api/places/places-tables.ts';
import { catalogueRows } from './catalogue-rows.ts';
import { giveIds } from './given-ids.ts';
import type { Media } from './read-media.ts';
import type { SiteFolder } from './read-site-folder.ts';
import { renderFile } from './render-markdown.ts';
import { type DesiredRows, type RowContext, rowsOf, searchText } from './rows.ts';
import { shopRows } from './shop-rows.ts';
import { siteRows } from './site-rows.ts';
import { textPicture } from './text-picture.ts';

/** All rows of a checked folder. Pure: the same folder gives the same rows. */
export function desiredRows({ content }: SiteFolder, media: ReadonlyMap<string, Media>): DesiredRows[] {
  const ids = giveIds(media.values(), content.files['images.json']);
  const idOf = (path: string): number => {
    const id = ids.get(path);
    if (id === undefined) throw new Error(`${path} was not read`);
    return id;
  };
  const picture = textPicture(media, ids);
  const context: RowContext = {
    texts: content.markdown,
    picture,
    idOf,
    imageOf: (path) => (path === null ? null : idOf(path)),
  };
  return [
    ...mediaRows(content.files['images.json'], media, idOf),
    ...siteRows(content, context),
    ...catalogueRows(content, context),
    ...newsRows(content.news, context),
    ...addressRows(content.files['addresses.json']),
    ...shopRows(content.files),
  ];
}

function mediaRows(
  listed: SiteFolder['content']['files']['images.json'],
  media: ReadonlyMap<string, Media>,
  idOf: RowContext['idOf'],
): DesiredRows[] {
  const described = new Map(listed.map((image) => [image.file, image]));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const all = [...media.values()];
  const pictures = all.flatMap((one) => {
    if (one.kind !== 'image') return [];
    const { path, hash, type, bytes, width, height, tint } = one;
    const said = described.get(path);
    const name = said?.name ?? nameOf(path);
    return [
      { id: idOf(path), path, name, alt: said?.alt ?? '', hash, type, bytes: bytes.byteLength, width, height, tint },
    ];
  });
  const others = all.flatMap(({ kind, path, hash, type, bytes }) =>
    kind === 'file' ? [{ id: idOf(path), path, name: nameOf(path), hash, type, bytes: bytes.byteLength }] : [],
  );
  return [rowsOf(images, pictures), rowsOf(files, others)];
}

function newsRows(articles: SiteFolder['content']['news'], context: RowContext): DesiredRows[] {
  const values = articles.map(({ value }) => value);
  const now = new Date();
  return [
    rowsOf(
      news,
      values.map((article) => ({
        id: article.id,
        slug: article.slug,
        title: article.title,
        summary: article.summary,
        html: renderFile(article.markdown, context),
        publishedAt: new Date(article.publishedAt),
        updatedAt: now,
        promoted: article.promoted,
        imageId: context.imageOf(article.image),
        searchText: searchText([article.title, article.summary]),
      })),
    ),
    rowsOf(
      newsImages,
      values.flatMap(({ id, images: paths }) =>
        [...new Set(paths)].map((path, position) => ({ newsId: id, imageId: context.idOf(path), position })),
      ),
    ),
  ];
}

function addressRows(list: SiteFolder['content']['files']['addresses.json']): DesiredRows[] {
  const rows = list.map(({ type, position, country, ...address }, index) => ({
    ...address,
    position: index,
    types: type,
    country: country.toUpperCase(),
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  }));
  return [rowsOf(addresses, rows)];
}
