import {
  awardResourceSpec,
  mealIconResourceSpec,
  tagResourceSpec,
  variationResourceSpec,
} from '#shared/catalogue/catalogue-input.ts';
import { blogFolderResourceSpec } from '#shared/content/content-input.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import { formResourceSpec } from '#shared/forms/form-definition-input.ts';
import { eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { newsletterListResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { demonstrationReviewResourceSpec } from '#shared/reviews/demonstration-review-input.ts';
import {
  carrierResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
} from '#shared/shipping/shipping-resource-specs.ts';
import type { SectionInput } from '#shared/site/page-input.ts';
import {
  externalAppResourceSpec,
  logoResourceSpec,
  pageResourceSpec,
  pageTreeResourceSpec,
  parameterResourceSpec,
  popupResourceSpec,
  siteInfoResourceSpec,
  themeResourceSpec,
} from '#shared/site/site-resource-specs.ts';
import { type ExportedFile, toJsonFile } from './exported-file.ts';
import type { ExportedMedia } from './exported-media.ts';

/** Returns the items of a resource that are exported, in the order of its list. */
export type ListExportedItems = <Input>(spec: ResourceSpec<Input>) => Input[];

/** Lists the files of the content that is not stored in one file per item, such as `tags.json` and `theme.json`. */
export const buildSiteFiles = (read: ListExportedItems, media: ExportedMedia): ExportedFile[] => [
  ...toSiteFiles(read, media),
  ...toShopFiles(read),
  toJsonFile('tags.json', withoutPositions(read(tagResourceSpec))),
  toJsonFile('variations.json', read(variationResourceSpec)),
  toJsonFile('meal-icons.json', read(mealIconResourceSpec)),
  toJsonFile(
    'awards.json',
    read(awardResourceSpec).map(({ productId, imageId, ...award }) => ({
      ...award,
      product: productId,
      image: media.pathOrNull(imageId),
    })),
  ),
  toJsonFile(
    'e-labels.json',
    read(eLabelResourceSpec).map(({ productId, ...label }) => ({ ...label, product: productId })),
  ),
  toJsonFile(
    'blog-folders.json',
    withoutPositions(read(blogFolderResourceSpec)).map((folder) => ({
      ...folder,
      image: media.pathOrNull(folder.image),
    })),
  ),
  toJsonFile(
    'addresses.json',
    withoutPositions(read(estateAddressResourceSpec)).map(({ types, coordinates, ...address }) => ({
      ...address,
      type: types,
      position: coordinates,
    })),
  ),
];

/** Removes the positions, because the order of the entries in a file defines them. */
const withoutPositions = <T extends { position: number }>(items: readonly T[]): Omit<T, 'position'>[] =>
  items.map(({ position: _, ...item }) => item);

function toSiteFiles(read: ListExportedItems, media: ExportedMedia): ExportedFile[] {
  const [theme] = read(themeResourceSpec);
  const [info] = read(siteInfoResourceSpec);
  return [
    toJsonFile('site-info.json', info),
    toJsonFile('theme.json', {
      ...theme,
      fonts: theme?.fonts.map(({ name, files }) => ({ name, files: files.map(media.pathOf) })),
    }),
    toJsonFile(
      'logos.json',
      read(logoResourceSpec).map(({ image, ...logo }) => ({ ...logo, file: media.pathOf(image) })),
    ),
    toJsonFile(
      'parameters.json',
      Object.fromEntries(read(parameterResourceSpec).map(({ type, value }) => [type, value])),
    ),
    // The export contains no secrets, because the files of a site are often shared. An import of these files into the
    // same database keeps a secret that staff have entered, but deletes one that an earlier import wrote.
    toJsonFile(
      'external-apps.json',
      Object.fromEntries(read(externalAppResourceSpec).map(({ app, public: config }) => [app, { public: config }])),
    ),
    toJsonFile(
      'pages.json',
      read(pageResourceSpec).map(({ image, sections, ...page }) => ({
        ...page,
        image: media.pathOrNull(image),
        sections: sections.map((section) => toSectionOfFile(section, media)),
      })),
    ),
    toJsonFile(
      'popups.json',
      read(popupResourceSpec).map(({ body, image, ...popup }) => ({
        ...popup,
        text: 'html' in body ? body.html : '',
        image: media.pathOrNull(image),
      })),
    ),
    ...read(pageTreeResourceSpec).map(({ lang, entries }) => toJsonFile(`page-tree.${lang}.json`, entries)),
  ];
}

function toSectionOfFile(section: SectionInput, media: ExportedMedia): unknown {
  if (section.kind !== 'html') return withPaths(section, media);
  const { text, ...fields } = section;
  return { ...fields, html: 'html' in text ? text.html : '' };
}

/** Replaces every `{ "image": <id> }` by the path of the picture. */
function withPaths(value: unknown, media: ExportedMedia): unknown {
  if (Array.isArray(value)) return value.map((inner) => withPaths(inner, media));
  if (typeof value !== 'object' || value === null) return value;
  const { image, ...others } = value as Record<string, unknown>;
  if (typeof image === 'number' && Object.keys(others).length === 0) return media.pathOf(image);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPaths(inner, media)]));
}

const toShopFiles = (read: ListExportedItems): ExportedFile[] => [
  toJsonFile('pickup.json', read(collectionScheduleResourceSpec)),
  toJsonFile('carriers.json', withoutPositions(read(carrierResourceSpec))),
  toJsonFile('discount-codes.json', read(discountCodeResourceSpec)),
  toJsonFile('relay-points.json', read(pickupPointResourceSpec)),
  toJsonFile('payment-methods.json', withoutPositions(read(paymentMethodResourceSpec))),
  toJsonFile('newsletter-lists.json', withoutPositions(read(newsletterListResourceSpec))),
  toJsonFile('forms.json', read(formResourceSpec)),
  toJsonFile('reviews.json', read(demonstrationReviewResourceSpec)),
];
