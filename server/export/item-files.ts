import {
  albumResourceSpec,
  blogPostResourceSpec,
  standardContentResourceSpecs,
} from '#shared/content/content-resource-specs.ts';
import { standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import { elementResourceSpec } from '#shared/elements/elements-resource-specs.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { serviceResourceSpec } from '#shared/services/services-resource-specs.ts';
import type { ListExportedItems } from './content-files.ts';
import {
  type ExportedFile,
  htmlToMarkdownFieldAndFiles,
  type MarkdownFieldAndFiles,
  toJsonFile,
} from './exported-file.ts';
import type { ExportedMedia } from './exported-media.ts';

interface TextItem {
  id: number;
  slug: Localized;
  body: LocalizedMarkdownOrHtml;
  image: number | null;
}

/** Returns the name of an item's files: its slug, in any language. A slug is unique within a kind of item. */
const fileNameOf = ({ id, slug }: TextItem): string =>
  typeof slug === 'string' ? slug : (Object.values(slug)[0] ?? String(id));

const toBodyFiles = (folder: string, item: TextItem): MarkdownFieldAndFiles =>
  htmlToMarkdownFieldAndFiles(`${folder}/${fileNameOf(item)}`, 'html' in item.body ? item.body.html : '');

/** Lists the files of articles, albums, elements and services: JSON with their fields, Markdown with their texts. */
export const toItemFiles = (read: ListExportedItems, media: ExportedMedia): ExportedFile[] => [
  ...standardContentTypeNames.flatMap((name) =>
    read(standardContentResourceSpecs[name]).flatMap((item) => toFilesOfItem(name, item, media)),
  ),
  ...read(blogPostResourceSpec).flatMap((post) => toFilesOfItem('blog', post, media)),
  ...read(albumResourceSpec).flatMap(({ media: pictures, ...album }) =>
    toFilesOfItem(
      'albums',
      {
        ...album,
        images: [],
        media: pictures.map(({ image, video, caption }) => ({
          image: media.pathOrNull(image),
          video: media.pathOrNull(video),
          caption,
        })),
      },
      media,
    ),
  ),
  ...read(elementResourceSpec).flatMap(({ route, ...element }) => toFilesOfItem(`elements/${route}`, element, media)),
  ...toServiceFiles(read, media),
];

function toFilesOfItem<Item extends TextItem & { images: readonly number[] }>(
  folder: string,
  item: Item,
  media: ExportedMedia,
): ExportedFile[] {
  const { body: _, ...fields } = item;
  const { markdown, files } = toBodyFiles(folder, item);
  const content = {
    ...fields,
    image: media.pathOrNull(item.image),
    images: item.images.map(media.pathOf),
    markdown,
  };
  return [toJsonFile(`${folder}/${fileNameOf(item)}.json`, content), ...files];
}

function toServiceFiles(read: ListExportedItems, media: ExportedMedia): ExportedFile[] {
  const services = read(serviceResourceSpec).map(({ position: _, ...service }) => ({
    service,
    text: toBodyFiles('services', service),
  }));
  const entries = services.map(({ service: { body: _, ...fields }, text }) => ({
    ...fields,
    image: media.pathOrNull(fields.image),
    markdown: text.markdown,
  }));
  return [toJsonFile('services.json', entries), ...services.flatMap(({ text }) => text.files)];
}
