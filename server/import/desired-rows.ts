import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { toElementRows } from '#server/api/elements/save-element.ts';
import type { InspectedMedia } from '#server/api/media/inspect-media.ts';
import { toMediaRows } from '#server/api/media/media-rows.ts';
import { toTextImageAttributes } from '#server/api/media/text-image-attributes.ts';
import { toNewsletterIssueRows } from '#server/api/newsletter/issues/save-newsletter-issue.ts';
import { toEstateAddressRows } from '#server/api/places/save-address.ts';
import { toServiceRows } from '#server/api/services/save-service.ts';
import type { ElementInput } from '#shared/elements/element-input.ts';
import type { ServiceInput } from '#shared/services/service-input.ts';
import { toCatalogueRows } from './catalogue-rows.ts';
import { computeMediaIds } from './compute-media-ids.ts';
import { toArticleAndBlogFolderRows } from './content-item-rows.ts';
import { toPageAndSettingsRows } from './page-and-settings-rows.ts';
import type { ParsedElementFiles, ParsedSiteContent, ParsedSiteFolder } from './read-site-folder.ts';
import { getMarkdownText, type ImportPathResolvers } from './row-context.ts';
import { toShopRows } from './shop-rows.ts';

/**
 * Returns the database rows for a checked folder, except the row of the site and the drafts of pages. The same
 * functions create the rows when staff save single items.
 */
export function toSiteFolderRows(
  { content }: ParsedSiteFolder,
  media: ReadonlyMap<string, InspectedMedia>,
): RowsOfTable[] {
  const { files } = content;
  const context = rowContext(content, media);
  const described = new Map(files['images.json'].map(({ file, name, alt }) => [file, { name, alt }]));
  return [
    ...toMediaRows(
      [...media.values()].map((file) => ({
        id: context.idOf(file.path),
        media: file,
        ...(described.get(file.path) ?? { alt: '' }),
      })),
    ),
    ...toPageAndSettingsRows(content, context),
    ...toCatalogueRows(content, context),
    ...toArticleAndBlogFolderRows(content, context),
    ...toElementRows(elementInputs(content.elements, context), context.findPicture, new Date()),
    ...toServiceRows(serviceInputs(files['services.json'], context), context.findPicture, new Date()),
    ...toEstateAddressRows(
      files['addresses.json'].map(({ type, position: coordinates, ...address }, position) => ({
        ...address,
        types: type,
        coordinates,
        position,
      })),
    ),
    ...toShopRows(files),
    ...toNewsletterIssueRows(files['newsletter-issues.json'], context.findPicture),
  ];
}

function rowContext(
  { files, markdown }: ParsedSiteFolder['content'],
  media: ReadonlyMap<string, InspectedMedia>,
): ImportPathResolvers {
  const ids = computeMediaIds(media.values(), files['images.json']);
  const idOf = (path: string): number => {
    const id = ids.get(path);
    if (id === undefined) throw new Error(`${path} was not read`);
    return id;
  };
  return {
    texts: markdown,
    findPicture: (path) => {
      const found = media.get(path);
      return found?.kind === 'image' ? toTextImageAttributes({ ...found, id: idOf(path) }) : null;
    },
    idOf,
    imageOf: (path) => (path === null ? null : idOf(path)),
  };
}

const elementInputs = (folder: ParsedElementFiles, context: ImportPathResolvers): ElementInput[] =>
  folder.map(({ route, value: { markdown, image, images, ...fields } }) => ({
    ...fields,
    route,
    image: context.imageOf(image),
    images: images.map(context.idOf),
    body: { markdown: getMarkdownText(markdown, context) },
  }));

const serviceInputs = (
  list: ParsedSiteContent['files']['services.json'],
  context: ImportPathResolvers,
): ServiceInput[] =>
  list.map(({ markdown, image, ...fields }, position) => ({
    ...fields,
    position,
    image: context.imageOf(image),
    body: { markdown: getMarkdownText(markdown, context) },
  }));
