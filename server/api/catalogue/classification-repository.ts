import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { awards, mealIcons, productMealIconLinks, productTagLinks, variationLabels } from './classification-tables.ts';
import { isVisibleProductSql, products } from './product-tables.ts';

export const readTagsOfProducts = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ productId: productTagLinks.productId, slug: tags.slug, label: tags.label })
    .from(productTagLinks)
    .innerJoin(tags, eq(tags.slug, productTagLinks.tag))
    .where(inArray(productTagLinks.productId, [...productIds]))
    .orderBy(asc(tags.position), asc(tags.slug));

export const readVariationLabels = (tx: SiteTx) => tx.select().from(variationLabels).orderBy(asc(variationLabels.id));

export const readMealIcons = (tx: SiteTx) => tx.select().from(mealIcons).orderBy(asc(mealIcons.id));

export const readMealIconsOfProduct = (tx: SiteTx, productId: number) =>
  tx
    .select({ id: mealIcons.id, icon: mealIcons.icon, label: mealIcons.label })
    .from(productMealIconLinks)
    .innerJoin(mealIcons, eq(mealIcons.id, productMealIconLinks.mealIconId))
    .where(eq(productMealIconLinks.productId, productId))
    .orderBy(asc(productMealIconLinks.position));

/** Reads the awards of all products that customers see, or only those of the product `productId`, the newest first. */
export const readAwards = (tx: SiteTx, productId: number | undefined) =>
  tx
    .select()
    .from(awards)
    .where(
      and(
        productId === undefined ? undefined : eq(awards.productId, productId),
        inArray(awards.productId, tx.select({ id: products.id }).from(products).where(isVisibleProductSql)),
      ),
    )
    .orderBy(desc(awards.year), asc(awards.id));
