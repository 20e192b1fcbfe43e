import { assignIds, assignMissingIds } from '#server/api/database/assign-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { ProductInput } from '#shared/catalogue/product-input.ts';
import { productMealIcons, productTags } from './classification-tables.ts';
import { deleteProduct } from './delete-product.ts';
import { boxContents, productImages, products, recommendations, variants } from './product-tables.ts';
import { saveProduct } from './save-product.ts';

/**
 * Defines how staff edits products.
 * @param isOrdered Tells whether any order contains a product. It is injected, because the catalogue must not depend on
 * orders.
 */
export const createProductResource = (isOrdered: (tx: SiteTx, productId: number) => Promise<boolean>): Resource =>
  defineResource({
    name: 'product',
    table: products,
    key: 'id',
    keys: 'assigned',
    parts: {
      variants: { table: variants, by: 'productId' },
      tags: { table: productTags, by: 'productId' },
      mealIcons: { table: productMealIcons, by: 'productId' },
      images: { table: productImages, by: 'productId' },
      recommended: { table: recommendations, by: 'productId' },
      boxContents: { table: boxContents, by: 'productId' },
    },
    input: ProductInput,
    save: saveProduct,
    completeDraft: async (tx, draft) => ({ ...draft, variants: await assignMissingIds(tx, variants, draft.variants) }),
    remove: async (tx, key) => {
      await assignIds(tx, variants, 0);
      return deleteProduct(tx, Number(key), isOrdered);
    },
  });
