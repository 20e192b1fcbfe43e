import { tablesByArticleType } from '#server/api/content/content-tables.ts';
import { toAlbumRows } from '#server/api/content/save-album.ts';
import { toBlogFolderRows, toBlogPostRows } from '#server/api/content/save-blog.ts';
import { contentInputsToItemRows } from '#server/api/content/save-content.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import type { ContentItemFile } from './content-schema.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';
import { getMarkdownText, type ImportPathResolvers } from './row-context.ts';

/** Returns the rows of news items and the like, blog posts with their folders, and albums. */
export function toArticleAndBlogFolderRows(
  { items, files }: ParsedSiteContent,
  context: ImportPathResolvers,
): RowsOfTable[] {
  const updatedAt = new Date();
  const { findPicture } = context;
  return [
    ...standardContentTypeNames.flatMap((name) =>
      contentInputsToItemRows(
        tablesByArticleType[name],
        items[name].map(({ value }) => toContentInput(value, context)),
        findPicture,
        updatedAt,
      ),
    ),
    ...toBlogFolderRows(
      files['blog-folders.json'].map(({ image, ...folder }, position) => ({
        ...folder,
        image: context.imageOf(image),
        position,
      })),
    ),
    ...toBlogPostRows(
      items.blog.map(({ value: { folder, tags, ...item } }) => ({ ...toContentInput(item, context), folder, tags })),
      findPicture,
      updatedAt,
    ),
    ...toAlbumRows(
      items.albums.map(({ value: { media, ...item } }) => ({
        ...toContentInput(item, context),
        media: media.map(({ image, video, caption }) => ({
          image: context.imageOf(image),
          video: context.imageOf(video),
          caption,
        })),
      })),
      findPicture,
      updatedAt,
    ),
  ];
}

const toContentInput = ({ markdown, image, images, ...fields }: ContentItemFile, context: ImportPathResolvers) => ({
  ...fields,
  image: context.imageOf(image),
  images: images.map(context.idOf),
  body: { markdown: getMarkdownText(markdown, context) },
});
