import { z } from 'zod';
import { capacityUnits, mealIconNames, productKinds, productTypes } from '#shared/catalogue/catalogue-contract.ts';
import { languages } from '#shared/languages.ts';
import { Localized } from '#shared/localized.ts';
import { pageKinds } from '#shared/site/page-kinds.ts';
import { parameterTypes } from '#shared/site/parameter-types.ts';
import { FontUse, Theme } from '#shared/site/site-contract.ts';
import { clock, euros, id, position, slug } from './content-fields.ts';
import { Markdown, mediaPath } from './content-paths.ts';
import { PagesFile } from './page-schema.ts';
import {
  CarriersFile,
  DiscountCodesFile,
  NewsletterListsFile,
  PaymentMethodsFile,
  PickupFile,
  RelayPointsFile,
} from './shop-content-schema.ts';

/**
 * The files below `sites/<name>/content/`, one schema each. Every thing has the numeric id that is its primary key
 * together with the site's. A path to a picture or font is relative to `sites/<name>/media/`. A text is a string or
 * `{ "fr_FR": …, "en": … }`. `markdown` names a file relative to the content folder, or one for each language.
 * Longer than other files on purpose: who writes a site's content reads all of it here.
 */

/** images.json: every picture that something names by its file; where a file is not listed, its alt text is empty. */
export const ImagesFile = z.array(z.strictObject({ id, file: mediaPath, name: z.string().optional(), alt: Localized }));

/** parameters.json: key → value, typed by kind; a TEXT may name a Markdown file as `{ "markdown": … }`. */
export const ParametersFile = z.partialRecord(
  z.enum(Object.keys(parameterTypes) as [keyof typeof parameterTypes]),
  z.union([z.boolean(), z.number(), Localized, z.strictObject({ markdown: Markdown })]),
);

/** site-info.json */
export const SiteInfoFile = z.strictObject({
  devUrl: z.string().default(''),
  prodUrl: z.string().default(''),
  server: z.string().default(''),
  url: z.string().default(''),
  fonts: z.array(FontUse),
  isWinemaker: z.boolean(),
  isECommerce: z.boolean(),
  isBuilding: z.boolean().default(false),
  technicalFileModel: z.string().nullable().default(null),
  dashboardType: z.string().nullable().default(null),
});

/** theme.json: as `GET /theme`, with fonts as families and files below media/. */
export const ThemeFile = z.strictObject({
  ...Theme.shape,
  fonts: z.array(z.strictObject({ name: z.string(), files: z.array(mediaPath).min(1) })),
});

/** logos.json */
export const LogosFile = z.array(
  z.strictObject({
    id,
    type: z.enum(['LOGO', 'LOGO_FOOTER', 'LOGO_LIGHT_THEME', 'LOGO_DARK_THEME', 'LOGO_FAVICON']),
    file: mediaPath,
    alt: Localized,
  }),
);

export interface PageTreeEntry {
  id: number;
  url: string;
  menuTitle: string;
  title: string;
  metaDescription: string;
  showInMenu: boolean;
  isText: boolean;
  type: (typeof pageKinds)[number];
  /** Id in pages.json of the page that the entry shows, where it has one; several languages may share it. */
  page?: number | undefined;
  cms?: { isCmsPage: boolean; route: string } | undefined;
  link?: { type: 'NONE' | 'INTERNAL' | 'EXTERNAL' | 'SCRIPT'; url: string; jsCode: string } | undefined;
  children?: PageTreeEntry[] | undefined;
}
/** page-tree.<lang>.json: entries in menu order, children nested. Ids are unique over all languages of the site. */
export const PageTreeFile: z.ZodType<PageTreeEntry[]> = z.array(
  z.lazy(() =>
    z.strictObject({
      id,
      url: slug,
      menuTitle: z.string().min(1),
      title: z.string().min(1),
      metaDescription: z.string(),
      showInMenu: z.boolean(),
      isText: z.boolean().default(false),
      type: z.enum(pageKinds),
      page: id.optional(),
      cms: z.strictObject({ isCmsPage: z.boolean(), route: z.string() }).optional(),
      link: z
        .strictObject({
          type: z.enum(['NONE', 'INTERNAL', 'EXTERNAL', 'SCRIPT']),
          url: z.string().default(''),
          jsCode: z.string().default(''),
        })
        .optional(),
      children: PageTreeFile.optional(),
    }),
  ),
) as unknown as z.ZodType<PageTreeEntry[]>;

/** external-apps.json: application → public configuration (analytics ids and the like), and secrets that never leave the API. */
export const ExternalAppsFile = z.record(
  z.string().regex(/^[A-Z0-9_]{1,60}$/),
  z.strictObject({
    public: z.record(z.string(), z.unknown()),
    secret: z.record(z.string(), z.unknown()).optional(),
  }),
);

const DiscountSchema = z.strictObject({
  id,
  type: z.enum(['EURO', 'PERCENTAGE']),
  amount: z.number().positive(),
  detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']).default('PRODUCT'),
});

const DeclinationSchema = z.strictObject({
  id,
  reference: z.string(),
  year: z.int().min(1800).max(2200).nullable().default(null),
  price: euros,
  discount: DiscountSchema.nullable().default(null),
  capacity: z.number().positive(),
  capacityUnit: z.enum(capacityUnits),
  quantity: z.int().min(0),
  sellByMultipleOf: z.int().min(1).default(1),
  /** Ids in variations.json. */
  variations: z.array(id).max(3).default([]),
  image: mediaPath.nullable().default(null),
  /** Earlier prices: euros and the day (YYYY-MM-DD) from which they held. */
  priceHistory: z.array(z.strictObject({ price: euros, from: z.iso.date() })).default([]),
});

/** products/<slug>.json, one a file. */
export const ProductFile = z.strictObject({
  id,
  slug,
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  name: Localized,
  appellation: Localized,
  summary: Localized,
  isVintage: z.boolean(),
  order: z.int().default(0),
  promoted: z.boolean().default(false),
  hasShippingFees: z.boolean().default(true),
  vatRate: z.number().min(0).max(100),
  isAlcohol: z.boolean(),
  tags: z.array(slug).default([]),
  discount: DiscountSchema.nullable().default(null),
  declinations: z.array(DeclinationSchema).min(1),
  /** Inline Markdown. */
  description: Localized,
  tasting: z.strictObject({ eye: Localized, nose: Localized, mouth: Localized }).optional(),
  facts: z.array(z.strictObject({ label: Localized, text: Localized })).default([]),
  alcohol: z.number().min(0).max(100).nullable().default(null),
  nutrition: z
    .strictObject({
      energyKj: z.number().nullable(),
      energyKcal: z.number().nullable(),
      fat: z.number().nullable(),
      saturatedFat: z.number().nullable(),
      carbohydrate: z.number().nullable(),
      sugars: z.number().nullable(),
      protein: z.number().nullable(),
      salt: z.number().nullable(),
    })
    .nullable()
    .default(null),
  ingredients: Localized.default(''),
  allergens: Localized.default(''),
  /** Ids in meal-icons.json. */
  mealIcons: z.array(id).default([]),
  /** The first is the main picture; declinations may have their own. */
  images: z.array(mediaPath).default([]),
  videos: z.array(z.strictObject({ url: z.string(), title: Localized })).default([]),
  /** Ids of products that go with this one. */
  recommended: z.array(id).default([]),
  /** For a BOX: declination and how many. */
  products: z.array(z.strictObject({ idDeclination: id, quantity: z.int().min(1) })).default([]),
  reference: z.string().nullable().default(null),
});
export type ProductFile = z.infer<typeof ProductFile>;

/** tags.json */
export const TagsFile = z.array(z.strictObject({ slug, label: Localized }));
/** variations.json */
export const VariationsFile = z.array(
  z.strictObject({ id, label: Localized, displayLabel: Localized.nullable().default(null) }),
);
/** meal-icons.json */
export const MealIconsFile = z.array(z.strictObject({ id, icon: z.enum(mealIconNames), label: Localized }));
/** awards.json */
export const AwardsFile = z.array(
  z.strictObject({
    id,
    product: id,
    name: Localized,
    medal: z.enum(['gold', 'silver', 'bronze', 'other']),
    distinction: Localized,
    year: z.int(),
    vintage: z.int().nullable().default(null),
  }),
);

/** news/<slug>.json beside the Markdown it names. */
export const NewsFile = z.strictObject({
  id,
  slug: z.union([slug, z.partialRecord(z.enum(languages), slug)]),
  title: Localized,
  summary: Localized,
  publishedAt: z.iso.datetime({ offset: true }),
  promoted: z.boolean().default(false),
  image: mediaPath.nullable().default(null),
  images: z.array(mediaPath).default([]),
  markdown: Markdown,
});

/** addresses.json: the estate's addresses with opening hours. Weekdays left out are closed. */
export const AddressesFile = z.array(
  z.strictObject({
    id,
    name: Localized,
    /** Slugs such as "shop", "head-office", "click-and-collect". */
    type: z.array(slug).min(1),
    address: z.string(),
    addressPart2: z.string().default(''),
    postalCode: z.string(),
    city: z.string(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().length(2),
    phone: z.string().default(''),
    email: z.string().default(''),
    position: position.nullable().default(null),
    openingHours: z
      .partialRecord(
        z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
        z.array(z.strictObject({ from: clock, to: clock })),
      )
      .default({}),
  }),
);

/** The files that a content folder has, each with its schema, and what one that is missing means; null: it must be there. */
export const contentFiles = {
  'images.json': { schema: ImagesFile, without: [] },
  'parameters.json': { schema: ParametersFile, without: null },
  'site-info.json': { schema: SiteInfoFile, without: null },
  'theme.json': { schema: ThemeFile, without: null },
  'logos.json': { schema: LogosFile, without: [] },
  'pages.json': { schema: PagesFile, without: [] },
  'external-apps.json': { schema: ExternalAppsFile, without: {} },
  'tags.json': { schema: TagsFile, without: [] },
  'variations.json': { schema: VariationsFile, without: [] },
  'meal-icons.json': { schema: MealIconsFile, without: [] },
  'awards.json': { schema: AwardsFile, without: [] },
  'addresses.json': { schema: AddressesFile, without: [] },
  'carriers.json': { schema: CarriersFile, without: [] },
  'discount-codes.json': { schema: DiscountCodesFile, without: [] },
  'pickup.json': { schema: PickupFile, without: [] },
  'relay-points.json': { schema: RelayPointsFile, without: [] },
  'payment-methods.json': { schema: PaymentMethodsFile, without: [] },
  'newsletter-lists.json': { schema: NewsletterListsFile, without: [] },
} as const;
export type ContentFileName = keyof typeof contentFiles;
export type ContentOf<F extends ContentFileName> = z.infer<(typeof contentFiles)[F]['schema']>;
