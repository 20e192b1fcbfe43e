import { z } from 'zod';
import { createFileSchema, type FileEntry, MediaPath } from '#server/api/resources/item-file.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { findAnalyticsServiceIdIssue } from '#shared/consent/analytics-services.ts';
import {
  AlbumMediumFields,
  BlogPostInput,
  ContentInput,
  hasPictureOrVideo,
  maxAlbumMedia,
} from '#shared/content/content-input.ts';
import { type StandardContentTypeName, standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';
import { ElementFields } from '#shared/elements/element-input.ts';
import { Euros, Id as id } from '#shared/input-fields.ts';
import { createRefinement } from '#shared/input-issue.ts';
import { Localized } from '#shared/localized.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { EstateServiceFields } from '#shared/services/service-input.ts';
import { PageEntriesInput } from '#shared/site/page-tree-input.ts';
import { parameterKeys } from '#shared/site/parameter-definitions.ts';
import { PopupFields } from '#shared/site/popup-input.ts';
import { ExternalAppFields, SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import { LocalizedMarkdownPathSchema, NewsletterIssuesFile, PageDraftsFile, PagesFile } from './page-schema.ts';

/**
 * The schemas of the files below `sites/<name>/content/`, one for each file. An item's numeric id is its primary key
 * within the site. Paths of pictures and fonts are relative to `sites/<name>/media/`. A text is a string or `{ "fr_FR":
 * …, "en": … }`. `markdown` is the path of a Markdown file relative to the content folder, or one path for each
 * language. This file and the files whose schemas it imports are the reference for authors of sites.
 */

/** images.json: ids, names and alternative texts of pictures. One that is not listed has an empty alternative text. */
const ImagesFile = z.array(z.strictObject({ id, file: MediaPath, name: z.string().optional(), alt: Localized }));

/**
 * parameters.json: parameters by key. The key decides the type of the value; a TEXT may refer to a Markdown file as `{
 * "markdown": … }`.
 */
const ParametersFile = z.partialRecord(
  z.enum(parameterKeys),
  z.union([z.boolean(), z.number(), Localized, z.strictObject({ markdown: LocalizedMarkdownPathSchema })]),
);

const SiteInfoFile = SiteInfoInput;

/** theme.json: the theme in the format of `GET /theme`, with the files of each font family below media/. */
const ThemeFile = ThemeInput.extend({
  fonts: z.array(z.strictObject({ name: z.string(), files: z.array(MediaPath).min(1) })),
});

/** page-tree.<lang>.json: entries in menu order, children nested. Ids are unique over all languages of the site. */
export const PageTreeFile = PageEntriesInput;

/**
 * popups.json: the estate's popups. `text` is Markdown. An id must not be reused, because browsers store the ids of
 * closed popups.
 */
const PopupsFile = z.array(
  PopupFields.omit({ body: true }).extend({ text: Localized, image: MediaPath.nullable().default(null) }),
);

/**
 * external-apps.json: for each external application its public configuration, such as an analytics id, and secrets that
 * only the API reads.
 */
const ExternalAppsFile = z
  .record(
    ExternalAppFields.shape.app,
    ExternalAppFields.omit({ app: true }).extend({ secret: z.record(z.string(), z.unknown()).optional() }),
  )
  .superRefine(
    createRefinement((apps) =>
      Object.entries(apps).flatMap(([app, { public: config }]) => {
        const message = findAnalyticsServiceIdIssue(app, config);
        return message ? [{ path: [app, 'public', 'id'], message }] : [];
      }),
    ),
  );

/** A variant of a product. The files call it a declination, as the specification does. */
const DeclinationSchema = VariantInput.omit({ imageId: true }).extend({
  quantity: z.int().min(0),
  image: MediaPath.nullable().default(null),
  /** Earlier prices in euros, each with the first day on which it applied (YYYY-MM-DD). */
  priceHistory: z.array(z.strictObject({ price: Euros, from: z.iso.date() })).default([]),
});

/** products/<slug>.json: one product per file. */
export const ProductFile = ProductFields.omit({ position: true, variants: true, boxContents: true }).extend({
  order: z.int().default(0),
  declinations: z.array(DeclinationSchema).min(1),
  /** The description as Markdown, in this file. */
  description: Localized,
  /** Paths of the product's pictures, the main picture first. Each declination may have a different picture. */
  images: z.array(MediaPath).default([]),
  videos: z.array(z.strictObject({ url: z.string(), title: Localized })).default([]),
  /** The variants in a box with their numbers of bottles; only for products of the type BOX. */
  products: z.array(z.strictObject({ idDeclination: id, quantity: z.int().min(1) })).default([]),
});
export type ProductFile = z.infer<typeof ProductFile>;

/**
 * <type>/<slug>.json, such as news/harvest.json: one item of a standard content type. Blog posts and albums extend this
 * schema.
 */
export const ContentItemFile = ContentInput.omit({ body: true }).extend({
  image: MediaPath.nullable().default(null),
  images: z.array(MediaPath).default([]),
  markdown: LocalizedMarkdownPathSchema,
});
export type ContentItemFile = z.infer<typeof ContentItemFile>;

/** blog/<slug>.json: `folder` is the id of a folder of blog-folders.json. */
const BlogPostFile = ContentItemFile.extend({ folder: BlogPostInput.shape.folder, tags: BlogPostInput.shape.tags });

/** albums/<slug>.json: pictures, and videos with the pictures that are their posters. */
const AlbumFile = ContentItemFile.extend({
  media: z
    .array(
      AlbumMediumFields.extend({
        image: MediaPath.nullable().default(null),
        video: MediaPath.nullable().default(null),
      }).refine(hasPictureOrVideo, { error: 'needs a picture or a video' }),
    )
    .max(maxAlbumMedia),
});

export const contentItemFileSchemas = {
  ...(Object.fromEntries(standardContentTypeNames.map((name) => [name, ContentItemFile])) as Record<
    StandardContentTypeName,
    typeof ContentItemFile
  >),
  blog: BlogPostFile,
  albums: AlbumFile,
} satisfies Record<ArticleTypeName, z.ZodType<ContentItemFile>>;
export type ContentItemFileOf<Name extends ArticleTypeName> = z.infer<(typeof contentItemFileSchemas)[Name]>;

/** elements/<route>/<slug>.json, such as elements/events/open-days.json. Past events may stay in the folder. */
export const ElementFile = ElementFields.omit({ route: true, body: true }).extend({
  image: MediaPath.nullable().default(null),
  images: z.array(MediaPath).default([]),
  markdown: LocalizedMarkdownPathSchema,
});
export type ElementFile = z.infer<typeof ElementFile>;

/** services.json: services in display order. */
const ServicesFile = z.array(
  EstateServiceFields.omit({ position: true, body: true }).extend({
    image: MediaPath.nullable().default(null),
    markdown: LocalizedMarkdownPathSchema,
  }),
);

interface ContentFileDefinition {
  schema: z.ZodType;
  defaultValue: unknown;
  key: string | null;
  formerFields?: Readonly<Record<string, string>>;
}

/** The files with a schema of their own. */
const specialFiles = {
  'images.json': { schema: ImagesFile, defaultValue: [], key: 'id' },
  'parameters.json': { schema: ParametersFile, defaultValue: null, key: null },
  'site-info.json': { schema: SiteInfoFile, defaultValue: null, key: null },
  'theme.json': { schema: ThemeFile, defaultValue: null, key: null },
  'pages.json': { schema: PagesFile, defaultValue: [], key: 'id' },
  'page-drafts.json': { schema: PageDraftsFile, defaultValue: [], key: 'page' },
  'popups.json': { schema: PopupsFile, defaultValue: [], key: 'id' },
  'external-apps.json': { schema: ExternalAppsFile, defaultValue: {}, key: null },
  'services.json': { schema: ServicesFile, defaultValue: [], key: 'id' },
  'newsletter-issues.json': { schema: NewsletterIssuesFile, defaultValue: [], key: 'id' },
} as const satisfies Record<string, ContentFileDefinition>;
type SpecialFileName = keyof typeof specialFiles;
export type DataOfContentFile<F extends SpecialFileName> = z.infer<(typeof specialFiles)[F]['schema']>;
export type SpecialFiles = { [F in SpecialFileName]: DataOfContentFile<F> };

/**
 * The files of a content folder with their schemas; those that are not special are lists with the fields of a
 * resource's input. `defaultValue` is used if a file is missing; null if the file is required. `key` is the property
 * whose value identifies an entry of a list, so that no two entries may have the same; null for a file that is no list.
 */
export const contentFileDefinitions: Readonly<Record<string, ContentFileDefinition>> = {
  ...specialFiles,
  ...Object.fromEntries(
    adminResourceSpecs.flatMap(({ file, formerFields, ...spec }) =>
      file
        ? [
            [
              file,
              {
                schema: createFileSchema(spec),
                defaultValue: [],
                key: spec.key,
                ...(formerFields && { formerFields }),
              },
            ],
          ]
        : [],
    ),
  ),
};

/** Returns the entries of the file with the items of a resource. */
export function entriesOf<Input>(files: object, { name, file }: ResourceSpec<Input>): FileEntry<Input>[] {
  if (!file) throw new Error(`the items of ${name} have no file`);
  return (files as Record<string, FileEntry<Input>[]>)[file] ?? [];
}
