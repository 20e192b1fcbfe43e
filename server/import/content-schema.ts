import { z } from 'zod';
import { AwardInput, MealIconInput, TagInput, VariationLabelInput } from '#shared/catalogue/catalogue-input.ts';
import { ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { findAnalyticsServiceIdIssue } from '#shared/consent/analytics-services.ts';
import {
  AlbumMediumFields,
  BlogFolderInput,
  BlogPostInput,
  ContentInput,
  hasPictureOrVideo,
  maxAlbumMedia,
} from '#shared/content/content-input.ts';
import { type StandardContentTypeName, standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';
import { DiscountCodeFields } from '#shared/discounts/discount-code-input.ts';
import { ElementFields } from '#shared/elements/element-input.ts';
import { FormDefinitionInput } from '#shared/forms/form-definition-input.ts';
import { Coordinates, Euros, Id as id, Slug as slug } from '#shared/input-fields.ts';
import { createRefinement } from '#shared/input-issue.ts';
import { ELabelInput } from '#shared/labels/e-label-input.ts';
import { Localized } from '#shared/localized.ts';
import { NewsletterListInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { PaymentMethodInput } from '#shared/payments/payment-method-input.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { DemonstrationReviewInput } from '#shared/reviews/demonstration-review-input.ts';
import { EstateServiceFields } from '#shared/services/service-input.ts';
import { CarrierFields, PickupPointInput } from '#shared/shipping/carrier-input.ts';
import { CollectionScheduleFields } from '#shared/shipping/collection-schedule-input.ts';
import { PageEntriesInput } from '#shared/site/page-tree-input.ts';
import { parameterKeys } from '#shared/site/parameter-definitions.ts';
import { PopupFields } from '#shared/site/popup-input.ts';
import { ExternalAppFields, LogoInput, SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import { NewsletterIssuesFile, PageDraftsFile } from './draft-schema.ts';
import { LocalizedMarkdownPathSchema, MediaPathSchema, PagesFile } from './page-schema.ts';

/**
 * The schemas of the files below `sites/<name>/content/`, one for each file. An item's numeric id is its primary key
 * within the site. Paths of pictures and fonts are relative to `sites/<name>/media/`. A text is a string or `{ "fr_FR":
 * …, "en": … }`. `markdown` is the path of a Markdown file relative to the content folder, or one path for each
 * language. This file and the files whose schemas it imports are the reference for authors of sites.
 */

/** images.json: ids, names and alternative texts of pictures. One that is not listed has an empty alternative text. */
const ImagesFile = z.array(z.strictObject({ id, file: MediaPathSchema, name: z.string().optional(), alt: Localized }));

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
  fonts: z.array(z.strictObject({ name: z.string(), files: z.array(MediaPathSchema).min(1) })),
});

const LogosFile = z.array(LogoInput.omit({ image: true }).extend({ file: MediaPathSchema }));

/** page-tree.<lang>.json: entries in menu order, children nested. Ids are unique over all languages of the site. */
export const PageTreeFile = PageEntriesInput;

/**
 * popups.json: the estate's popups. `text` is Markdown. An id must not be reused, because browsers store the ids of
 * closed popups.
 */
const PopupsFile = z.array(
  PopupFields.omit({ body: true }).extend({ text: Localized, image: MediaPathSchema.nullable().default(null) }),
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
  image: MediaPathSchema.nullable().default(null),
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
  images: z.array(MediaPathSchema).default([]),
  videos: z.array(z.strictObject({ url: z.string(), title: Localized })).default([]),
  /** The variants in a box with their numbers of bottles; only for products of the type BOX. */
  products: z.array(z.strictObject({ idDeclination: id, quantity: z.int().min(1) })).default([]),
});
export type ProductFile = z.infer<typeof ProductFile>;

const TagsFile = z.array(TagInput.omit({ position: true }));
const VariationsFile = z.array(VariationLabelInput);
const MealIconsFile = z.array(MealIconInput);
const AwardsFile = z.array(
  AwardInput.omit({ productId: true, imageId: true }).extend({
    product: id,
    image: MediaPathSchema.nullable().default(null),
  }),
);

/** e-labels.json: the electronic labels of wines. An entry stays as long as bottles with its QR code exist. */
export const ELabelsFile = z.array(
  ELabelInput.omit({ productId: true }).extend({
    /** The id of the product that has the label; null if it has none, or if the product is deleted. */
    product: id.nullable().default(null),
  }),
);

/**
 * <type>/<slug>.json, such as news/harvest.json: one item of a standard content type. Blog posts and albums extend this
 * schema.
 */
export const ContentItemFile = ContentInput.omit({ body: true }).extend({
  image: MediaPathSchema.nullable().default(null),
  images: z.array(MediaPathSchema).default([]),
  markdown: LocalizedMarkdownPathSchema,
});
export type ContentItemFile = z.infer<typeof ContentItemFile>;

/** blog/<slug>.json: `folder` is the id of a folder of blog-folders.json. */
const BlogPostFile = ContentItemFile.extend({ folder: BlogPostInput.shape.folder, tags: BlogPostInput.shape.tags });

/** blog-folders.json: the folders of blog posts, siblings in display order. */
const BlogFoldersFile = z.array(
  BlogFolderInput.omit({ position: true }).extend({ image: MediaPathSchema.nullable().default(null) }),
);

/** albums/<slug>.json: pictures, and videos with the pictures that are their posters. */
const AlbumFile = ContentItemFile.extend({
  media: z
    .array(
      AlbumMediumFields.extend({
        image: MediaPathSchema.nullable().default(null),
        video: MediaPathSchema.nullable().default(null),
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
  image: MediaPathSchema.nullable().default(null),
  images: z.array(MediaPathSchema).default([]),
  markdown: LocalizedMarkdownPathSchema,
});
export type ElementFile = z.infer<typeof ElementFile>;

/** services.json: services in display order. */
const ServicesFile = z.array(
  EstateServiceFields.omit({ position: true, body: true }).extend({
    image: MediaPathSchema.nullable().default(null),
    markdown: LocalizedMarkdownPathSchema,
  }),
);

/** addresses.json: the estate's postal addresses with opening hours. Weekdays that are left out are closed. */
const EstateAddressesFile = z.array(
  EstateAddressInput.omit({ position: true, types: true, coordinates: true }).extend({
    /** Types of the address, such as "shop", "head-office" or "click-and-collect". */
    type: z.array(slug).min(1),
    position: Coordinates.nullable().default(null),
  }),
);

interface ContentFileDefinition {
  schema: z.ZodType;
  defaultValue: unknown;
  key: string | null;
}

// The schemas of the shop's files below `sites/<name>/content/`. Amounts are in euros with VAT. If a
// schema omits `position`, the order of the entries in the file becomes their `position`.

const CarriersFile = z.array(CarrierFields.omit({ position: true }));
const DiscountCodesFile = z.array(DiscountCodeFields);
/** pickup.json: the addresses at which orders can be collected, with their times and closures. */
const CollectionPlacesFile = z.array(CollectionScheduleFields);
const PickupPointsFile = z.array(PickupPointInput);
const PaymentMethodsFile = z.array(PaymentMethodInput.omit({ position: true }));
const NewsletterListsFile = z.array(NewsletterListInput.omit({ position: true }));

const FormsFile = z.array(FormDefinitionInput);

/** reviews.json: fictional reviews, which pages mark as such. Only demonstration sites have this file. */
const DemonstrationReviewsFile = z.array(DemonstrationReviewInput);

/**
 * The files of a content folder with their schemas. `defaultValue` is used if a file is missing; null if the file is
 * required. `key` is the property whose value identifies an entry of a list, so that no two entries may have the same;
 * null for a file that is no list.
 */
export const contentFileDefinitions = {
  'images.json': { schema: ImagesFile, defaultValue: [], key: 'id' },
  'parameters.json': { schema: ParametersFile, defaultValue: null, key: null },
  'site-info.json': { schema: SiteInfoFile, defaultValue: null, key: null },
  'theme.json': { schema: ThemeFile, defaultValue: null, key: null },
  'logos.json': { schema: LogosFile, defaultValue: [], key: 'id' },
  'pages.json': { schema: PagesFile, defaultValue: [], key: 'id' },
  'page-drafts.json': { schema: PageDraftsFile, defaultValue: [], key: 'page' },
  'popups.json': { schema: PopupsFile, defaultValue: [], key: 'id' },
  'external-apps.json': { schema: ExternalAppsFile, defaultValue: {}, key: null },
  'tags.json': { schema: TagsFile, defaultValue: [], key: 'slug' },
  'variations.json': { schema: VariationsFile, defaultValue: [], key: 'id' },
  'meal-icons.json': { schema: MealIconsFile, defaultValue: [], key: 'id' },
  'awards.json': { schema: AwardsFile, defaultValue: [], key: 'id' },
  'e-labels.json': { schema: ELabelsFile, defaultValue: [], key: 'id' },
  'blog-folders.json': { schema: BlogFoldersFile, defaultValue: [], key: 'id' },
  'services.json': { schema: ServicesFile, defaultValue: [], key: 'id' },
  'addresses.json': { schema: EstateAddressesFile, defaultValue: [], key: 'id' },
  'carriers.json': { schema: CarriersFile, defaultValue: [], key: 'id' },
  'discount-codes.json': { schema: DiscountCodesFile, defaultValue: [], key: 'id' },
  'pickup.json': { schema: CollectionPlacesFile, defaultValue: [], key: 'address' },
  'relay-points.json': { schema: PickupPointsFile, defaultValue: [], key: 'id' },
  'payment-methods.json': { schema: PaymentMethodsFile, defaultValue: [], key: 'method' },
  'newsletter-lists.json': { schema: NewsletterListsFile, defaultValue: [], key: 'id' },
  'newsletter-issues.json': { schema: NewsletterIssuesFile, defaultValue: [], key: 'id' },
  'forms.json': { schema: FormsFile, defaultValue: [], key: 'id' },
  'reviews.json': { schema: DemonstrationReviewsFile, defaultValue: [], key: 'id' },
} as const satisfies Record<string, ContentFileDefinition>;
export type ContentFileName = keyof typeof contentFileDefinitions;
export type DataOfContentFile<F extends ContentFileName> = z.infer<(typeof contentFileDefinitions)[F]['schema']>;
