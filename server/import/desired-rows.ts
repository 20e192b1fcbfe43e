import type { z } from 'zod';
import { editableResources } from '#server/api/api-resources.ts';
import { toPriceHistoryRows } from '#server/api/catalogue/price-changes.ts';
import { toProductRows } from '#server/api/catalogue/product-rows.ts';
import { tablesByArticleType } from '#server/api/content/content-tables.ts';
import { contentInputsToItemRows, toAlbumRows, toBlogPostRows } from '#server/api/content/save-content.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { toElementRows } from '#server/api/elements/save-element.ts';
import type { InspectedMedia } from '#server/api/media/inspect-media.ts';
import { generateMediaIdCandidates, toMediaRows } from '#server/api/media/store-media.ts';
import { type FindTextImageAttributes, toTextImageAttributes } from '#server/api/media/text-images.ts';
import { toNewsletterIssueRows } from '#server/api/newsletter/issues/save-newsletter-issue.ts';
import { fileEntriesToInputs } from '#server/api/resources/item-file.ts';
import type { ItemInput } from '#server/api/resources/resource.ts';
import { toServiceRows } from '#server/api/services/save-service.ts';
import { toPageRows } from '#server/api/site/save-page.ts';
import { toPageTreeRows } from '#server/api/site/save-page-tree.ts';
import { toParameterRows } from '#server/api/site/save-parameters.ts';
import { toExternalAppRows, toPopupRows, toSiteInfoRows, toThemeRows } from '#server/api/site/site-resources.ts';
import { tagResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import type { ElementInput } from '#shared/elements/element-input.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ServiceInput } from '#shared/services/service-input.ts';
import type { PageInput, SectionInput } from '#shared/site/page-input.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import type { ParameterInput } from '#shared/site/parameter-input.ts';
import type { PopupInput } from '#shared/site/popup-input.ts';
import { type ContentItemFile, entriesOf, type ProductFile } from './content-schema.ts';
import type { LocalizedMarkdownPathSchema, PageSection } from './page-schema.ts';
import type { ParsedElementFiles, ParsedSiteContent, ParsedSiteFolder } from './read-site-folder.ts';

interface ImportPathResolvers {
  /** Markdown texts by path below content/. */
  texts: ReadonlyMap<string, string>;
  findPicture: FindTextImageAttributes;
  /** Returns the id of a media path in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

const getMarkdownText = (
  markdown: z.infer<typeof LocalizedMarkdownPathSchema>,
  { texts }: ImportPathResolvers,
): Localized => mapLocalized(markdown, (path) => texts.get(path) ?? '');

/** Converts the content of a product file to the input of `saveProduct`, in which media are ids instead of paths. */
function productFileToInput(file: ProductFile, { idOf, imageOf }: ImportPathResolvers): ProductInput {
  const { order, declinations, description, images, videos, products, ...fields } = file;
  return {
    ...fields,
    position: order,
    variants: declinations.map(({ image, priceHistory: _, ...variant }) => ({ ...variant, imageId: imageOf(image) })),
    description: { markdown: description },
    images: images.map(idOf),
    videos: videos.map(({ url, title }) => (mediaPathPattern.test(url) ? { file: idOf(url), title } : { url, title })),
    boxContents: products.map(({ idDeclination, quantity }) => ({ variantId: idDeclination, quantity })),
  };
}

function toCatalogueRows({ files, products }: ParsedSiteContent, context: ImportPathResolvers): RowsOfTable[] {
  const tagLabels = new Map(entriesOf(files, tagResourceSpec).map(({ slug, label }) => [slug, label]));
  const inputs = products.map(({ value }) => productFileToInput(value, context));
  const earlierPrices = products.flatMap(({ value }) =>
    value.declinations.flatMap(({ id, priceHistory }) =>
      priceHistory.map(({ price, from }) => ({ variantId: id, price, validFrom: new Date(from) })),
    ),
  );
  return [
    ...toProductRows(inputs, { findPicture: context.findPicture, tagLabels, now: new Date() }),
    toPriceHistoryRows(earlierPrices),
  ];
}

/** Returns the rows of news items and the like, blog posts with their folders, and albums. */
function toArticleRows({ items }: ParsedSiteContent, context: ImportPathResolvers): RowsOfTable[] {
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

function toSiteRows(content: ParsedSiteContent, context: ImportPathResolvers): RowsOfTable[] {
  const { files, trees } = content;
  const theme = files['theme.json'];
  const fonts = theme.fonts.map(({ name, files: paths }) => ({ name, files: paths.map(context.idOf) }));
  return [
    ...toParameterRows(parameterInputs(files['parameters.json'], context), context.findPicture),
    ...toSiteInfoRows(files['site-info.json']),
    ...toThemeRows({ ...theme, fonts }),
    ...toPageRows(pageInputs(files['pages.json'], context), context.findPicture),
    ...toPageTreeRows(Object.entries(trees).map(([lang, entries]) => ({ lang: lang as Lang, entries }))),
    ...toPopupRows(popupInputs(files['popups.json'], context), context.findPicture),
    ...toExternalAppRows(Object.entries(files['external-apps.json']).map(([app, config]) => ({ app, ...config }))),
  ];
}

function parameterInputs(
  file: ParsedSiteContent['files']['parameters.json'],
  context: ImportPathResolvers,
): ParameterInput[] {
  return Object.entries(file).map(
    ([key, value]): ParameterInput => ({
      type: key as ParameterKey,
      value:
        typeof value === 'object' && 'markdown' in value
          ? { markdown: getMarkdownText(value.markdown, context) }
          : value,
    }),
  );
}

const pageInputs = (list: ParsedSiteContent['files']['pages.json'], context: ImportPathResolvers): PageInput[] =>
  list.map(({ image, sections, ...page }) => ({
    ...page,
    image: context.imageOf(image),
    sections: sections.map((section) => sectionInput(section, context)),
  }));

const popupInputs = (list: ParsedSiteContent['files']['popups.json'], context: ImportPathResolvers): PopupInput[] =>
  list.map(({ text, image, ...popup }) => ({
    ...popup,
    body: { markdown: text },
    image: context.imageOf(image),
  }));

function sectionInput(section: PageSection, context: ImportPathResolvers): SectionInput {
  if (section.kind !== 'html') return withImages({ ...section }, context) as unknown as SectionInput;
  const { id, kind, markdown, html = '' } = section;
  return { id, kind, text: markdown ? { markdown: getMarkdownText(markdown, context) } : { html } };
}

type Fields = Record<string, unknown>;

/** Replaces every path below media/ with `{ "image": <id> }`, which the API resolves to the picture. */
function withImages(fields: Fields, context: ImportPathResolvers): Fields {
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return mediaPathPattern.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(convert);
    return typeof value === 'object' && value !== null ? convertAll(value as Fields) : value;
  };
  const convertAll = (record: Fields): Fields =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
  return convertAll(fields);
}

/** Returns the rows of the files with the items of a resource. */
const toItemRows = (files: ParsedSiteContent['files'], { idOf }: ImportPathResolvers): RowsOfTable[] =>
  editableResources.flatMap((resource) =>
    resource.file && resource.toRows
      ? resource.toRows(fileEntriesToInputs(resource, entriesOf(files, resource) as ItemInput[], idOf))
      : [],
  );

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
    ...toSiteRows(content, context),
    ...toCatalogueRows(content, context),
    ...toArticleRows(content, context),
    ...toElementRows(elementInputs(content.elements, context), context.findPicture, new Date()),
    ...toServiceRows(serviceInputs(files['services.json'], context), context.findPicture, new Date()),
    ...toItemRows(files, context),
    ...toNewsletterIssueRows(files['newsletter-issues.json'], context.findPicture),
  ];
}

/** Returns the id of each media path: the one in images.json, otherwise one that is derived from the path. */
function computeMediaIds(
  media: Iterable<InspectedMedia>,
  listed: readonly { id: number; file: string }[],
): Map<string, number> {
  const ids = new Map(listed.map(({ id, file }) => [file, id]));
  const usedIds = new Set(ids.values());
  for (const file of [...media].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (ids.has(file.path)) continue;
    for (const id of generateMediaIdCandidates(file)) {
      if (usedIds.has(id)) continue;
      usedIds.add(id);
      ids.set(file.path, id);
      break;
    }
  }
  return ids;
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
