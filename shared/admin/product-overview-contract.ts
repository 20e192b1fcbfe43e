import { z } from 'zod';
import { productResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { capacityUnits, productKinds, productTypes } from '#shared/catalogue/product-enums.ts';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract } from '#shared/endpoint.ts';
import { Image } from '#shared/media/image.ts';
import { createResourceListQuerySchema } from '#shared/resource-spec.ts';

const OverviewVariant = z.object({
  id: z.int(),
  reference: z.string(),
  year: z.int().nullable(),
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
  /** The price in euros before discounts. */
  price: eurosField,
  plannedPrices: z.array(z.object({ from: z.string(), price: eurosField })),
  /** The bottles that can be sold; null for a box, and for a variant that is always available. */
  quantity: z.int().nullable(),
  /** The id of the latest stock movement by the estate; 0 if there is none. */
  lastMovement: z.int(),
  /** The number of bottles in whose multiples the variant is sold. */
  quantityStep: z.int(),
});

const OverviewProduct = z.object({
  id: z.int(),
  revision: z.int(),
  slug: z.string(),
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  name: z.string(),
  appellation: z.string(),
  promoted: z.boolean(),
  isPublished: z.boolean(),
  /** The time at which the product was archived; null if it is not archived. */
  archivedAt: z.string().nullable(),
  image: Image.nullable(),
  variants: z.array(OverviewVariant),
});
export type OverviewProduct = z.infer<typeof OverviewProduct>;

export const productOverviewContract = defineContract({
  'GET /admin/product/overview': {
    summary: 'The products with picture, prices, stock and revision',
    access: 'staff',
    query: createResourceListQuerySchema(productResourceSpec),
    data: z.object({ products: z.array(OverviewProduct), total: z.int() }),
  },
});
