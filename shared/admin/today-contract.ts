import { z } from 'zod';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { orderStates } from '#shared/orders/order-states.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';

/** Creates the schema of a list that contains only its first items, with the total number of items. */
const excerptOf = <Item extends z.ZodType>(item: Item) => z.object({ count: z.int(), items: z.array(item) });

/** A calendar day, `YYYY-MM-DD`. */
const Day = z.string();

const TodayOverview = z.object({
  /** The orders to pack, the oldest first. */
  ordersToPack: excerptOf(
    z.object({
      id: z.int(),
      number: z.string(),
      name: z.string(),
      status: z.enum(orderStates),
      deliveryType: z.enum(deliveryTypes),
      bottles: z.int(),
      createdAt: z.string(),
    }),
  ),
  /** Number of unpaid orders, without those that are paid at collection. */
  unpaidOrders: z.int(),
  /** Number of orders for which the estate has money to pay back, and the sum. */
  refundsToPay: z.object({ count: z.int(), total: eurosField }),
  /** Number of orders in the state READY, which customers have not yet collected. */
  readyOrders: z.int(),
  /** The variants on sale without stock or with a managed stock below STOCK_LIMIT_DISPLAY, the lowest stock first. */
  lowStock: excerptOf(
    z.object({
      idProduct: z.int(),
      id: z.int(),
      name: z.string(),
      year: z.int().nullable(),
      reference: z.string(),
      quantity: z.int(),
    }),
  ),
  pendingReviews: z.int(),
  /** Number of form submissions that are not handled. */
  openMessages: z.int(),
  openWithdrawals: z.int(),
  /**
   * The sales of the last 30 days in the site's time zone, the oldest first, less refunds and without cancelled and
   * returned orders.
   */
  sales: z.array(
    z.object({
      day: Day,
      orders: z.int(),
      total: eurosField,
      /** The sales of the same day of the year before; 0 for 29 February. */
      totalOfYearBefore: eurosField,
    }),
  ),
  /** The visits of the last 30 days in the site's time zone, the oldest first. */
  visits: z.array(z.object({ day: Day, visits: z.int() })),
  /** The mails whose delivery has failed or is uncertain, the newest first. */
  failedMails: excerptOf(
    z.object({
      id: z.int(),
      kind: z.string(),
      to: z.string(),
      subject: z.string(),
      idOrder: z.int().nullable(),
      lastError: z.string(),
      /** True if the mail may have been delivered, because the connection was lost after the mail was handed over. */
      isUncertain: z.boolean(),
      /** True if the mail could not be rendered, for example because COMPANY_EMAIL is invalid. */
      isUnrendered: z.boolean(),
      at: z.string(),
      /** False if the content was erased, because it contained a secret link. */
      canRetry: z.boolean(),
    }),
  ),
});
export type TodayOverview = z.infer<typeof TodayOverview>;

export const todayContract = defineContract({
  'GET /admin/today': {
    summary: 'What waits for staff today, with the sales and visits of the last 30 days',
    access: 'staff',
    data: TodayOverview,
  },
  'POST /admin/mail/{id}/retry': {
    summary:
      'Queues a mail again that was given up, or whose delivery is uncertain. A mail whose content was erased is refused, and one that still cannot be rendered',
    access: 'staff',
    params: z.object({ id: IdParam }),
    data: z.object({}),
    refusals: { not_found: 404, mail_not_failed: 409, mail_erased: 409, mail_not_rendered: 409 },
  },
});
