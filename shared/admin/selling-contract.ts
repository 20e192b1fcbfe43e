import { z } from 'zod';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { Localized } from '#shared/localized.ts';
import { wholeNumberText } from '#shared/text-values.ts';

const DiscountCodeUsage = z.object({
  idCode: z.int(),
  /** The number of orders with the code that were not cancelled. */
  orders: z.int(),
  discount: eurosField,
  /** The total of these orders, less refunds. */
  total: eurosField,
});

const CollectionCalendarSlot = z.object({
  /** The day of the slot as `YYYY-MM-DD`. */
  date: z.string(),
  idSchedule: z.int(),
  /** `HH:MM`, in the estate's time zone. */
  from: z.string(),
  to: z.string(),
  /** The maximum number of orders; null for no limit. */
  capacity: z.int().nullable(),
  /** True if the estate is closed on the day. Orders that were placed before the closure was entered stay booked. */
  isClosed: z.boolean(),
  orders: z.array(z.object({ id: z.int(), number: z.string(), customer: z.string() })),
});
export type CollectionCalendarSlot = z.infer<typeof CollectionCalendarSlot>;

export const sellingContract = defineContract({
  'GET /admin/discount-code/use': {
    summary: 'The use of each discount code: orders and amounts',
    access: 'staff',
    data: z.object({ uses: z.array(DiscountCodeUsage) }),
  },
  'GET /admin/collection-calendar': {
    summary: 'The collection slots of one month at an address, with the orders booked for them',
    access: 'staff',
    query: z.strictObject({
      address: IdParam,
      month: wholeNumberText(1, 12),
      year: wholeNumberText(2000, 2100),
    }),
    data: z.object({
      slots: z.array(CollectionCalendarSlot),
      closures: z.array(z.object({ from: z.string(), to: z.string(), reason: Localized })),
    }),
    refusals: { not_found: 404 },
  },
});
