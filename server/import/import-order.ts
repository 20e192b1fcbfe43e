import type { PgTable } from 'drizzle-orm/pg-core';
import { newsletterLists } from '#server/api/accounts/accounts-tables.ts';
import { awards, mealIcons, productMealIcons, productTags, tags, variations } from '#server/api/catalogue/classification-tables.ts';
import { boxContents, productImages, products, recommendations, variants } from '#server/api/catalogue/product-tables.ts';
import { priceHistory, stock } from '#server/api/catalogue/stock-tables.ts';
import { news, newsImages } from '#server/api/content/content-tables.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { paymentMethods } from '#server/api/payments/payments-tables.ts';
import { addresses } from '#server/api/places/places-tables.ts';
import { carriers, pickupPlaces, pickupPoints, pickupSchedules } from '#server/api/shipping/shipping-tables.ts';
import {
  externalAppSecrets,
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageLayouts,
  pages,
  parameters,
  siteInfos,
  themes,
} from '#server/api/site/site-tables.ts';

/** Every table that an import fills: what is named comes before what names it. */
export const importOrder: readonly PgTable[] = [
  images,
  files,
  parameters,
  siteInfos,
  themes,
  fonts,
  logos,
  pages,
  pageLayouts,
  pageEntries,
  externalApps,
  externalAppSecrets,
  tags,
  variations,
  mealIcons,
  products,
  variants,
  stock,
  priceHistory,
  productTags,
  productMealIcons,
  productImages,
  recommendations,
  boxContents,
  awards,
  news,
  newsImages,
  addresses,
  pickupPlaces,
  pickupSchedules,
  carriers,
  discountCodes,
  pickupPoints,
  paymentMethods,
  newsletterLists,
];

/** Columns that say when a row was written: they change only when something else does. */
export const stampColumns: ReadonlySet<string> = new Set(['updated_at']);

/** Columns that follow from other rows: they are written like the others, but a change of them is no edit by staff. */
export const derivedColumns: ReadonlySet<string> = new Set(['search_text']);

/** Stock moves with every order and prices are noted by ourselves: neither is a reason to keep what the folder gave up. */
export const accompanyingTables: ReadonlySet<PgTable> = new Set<PgTable>([stock, priceHistory]);
