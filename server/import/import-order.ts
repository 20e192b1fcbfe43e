import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  awards,
  mealIcons,
  productMealIconLinks,
  productTagLinks,
  variationLabels,
} from '#server/api/catalogue/classification-tables.ts';
import {
  boxContents,
  productImages,
  products,
  recommendations,
  variants,
} from '#server/api/catalogue/product-tables.ts';
import { priceHistory, stock } from '#server/api/catalogue/stock-tables.ts';
import { albumMedia } from '#server/api/content/album-tables.ts';
import { blogFolders, blogPostFolderAssignments } from '#server/api/content/blog-tables.ts';
import { tablesByArticleType } from '#server/api/content/content-tables.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { elementImages, elementSlots, elements } from '#server/api/elements/elements-tables.ts';
import { forms } from '#server/api/forms/forms-tables.ts';
import { eLabels } from '#server/api/labels/labels-tables.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-issue-tables.ts';
import { newsletterLists } from '#server/api/newsletter/newsletter-tables.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { estateAddresses } from '#server/api/places/places-tables.ts';
import { demonstrationReviews } from '#server/api/reviews/reviews-tables.ts';
import { services } from '#server/api/services/services-tables.ts';
import { carriers, collectionPlaces, collectionSchedules, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import {
  externalAppSecrets,
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageSections,
  pages,
  parameters,
  popups,
  siteInfos,
  themes,
} from '#server/api/site/site-tables.ts';
import { tags } from '#server/api/site/tag-tables.ts';

/** The tables with the rows of `toSiteFolderRows`. Referenced tables come before those that refer to them. */
export const tablesInImportOrder: readonly PgTable[] = [
  images,
  files,
  parameters,
  siteInfos,
  themes,
  fonts,
  logos,
  pages,
  pageSections,
  pageEntries,
  popups,
  externalApps,
  externalAppSecrets,
  tags,
  variationLabels,
  mealIcons,
  products,
  variants,
  stock,
  priceHistory,
  productTagLinks,
  productMealIconLinks,
  productImages,
  recommendations,
  boxContents,
  awards,
  eLabels,
  ...Object.values(tablesByArticleType).flatMap(({ items, itemImages }) => [items, itemImages]),
  blogFolders,
  blogPostFolderAssignments,
  albumMedia,
  elements,
  elementImages,
  elementSlots,
  services,
  estateAddresses,
  collectionPlaces,
  collectionSchedules,
  carriers,
  discountCodes,
  pickupPoints,
  acceptedPaymentMethods,
  newsletterLists,
  newsletterIssues,
  forms,
  demonstrationReviews,
];

/**
 * Columns with the time of a row's last change. They are ignored when rows are compared, so that a row without other
 * differences is not updated.
 */
export const ignoredTimestampColumns: ReadonlySet<string> = new Set(['updated_at']);

/**
 * Columns that are not part of a row's hash: those that are computed from other rows, because a change there is not an
 * edit by staff, and the time of archiving, which `write-rows.ts` checks separately.
 */
export const unhashedColumnNames: ReadonlySet<string> = new Set(['search_text', 'archived_at']);

/**
 * Tables whose rows change although staff edit nothing: stock with every order, price history with every price. Such a
 * change does not prevent the removal of a row that the folder no longer contains.
 */
export const tablesChangedWithoutStaffEdits: ReadonlySet<PgTable> = new Set<PgTable>([stock, priceHistory]);

/**
 * SQL conditions for the rows that no import changes, not even with `shouldOverwrite`: stock that has moved, and
 * newsletter issues that are scheduled or were sent. The table's alias is `t`.
 */
export const protectedRowConditions: ReadonlyMap<PgTable, SQL> = new Map<PgTable, SQL>([
  [stock, sql`t.last_moved_at is not null`],
  [newsletterIssues, sql`t.state <> 'DRAFT'`],
]);
