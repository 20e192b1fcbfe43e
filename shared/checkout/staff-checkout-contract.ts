import { z } from 'zod';
import { Email } from '#shared/accounts/account-fields.ts';
import { CartLinesInput, cartRefusalStatuses } from '#shared/cart/cart-contract.ts';
import { createTextSchema, eurosField, idField } from '#shared/contract-fields.ts';
import { discountCodeRefusalStatuses } from '#shared/discounts/discount-code.ts';
import { defineContract } from '#shared/endpoint.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { staffOrderChannels, staffOrderSettlements } from '#shared/orders/order-channel.ts';
import { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { CountryIdOrCode } from '#shared/places/places-contract.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { checkoutContract, OrderBody } from './checkout-contract.ts';

/**
 * An order that staff enter. An email address is needed only to send vouchers, and a postal address only to ship goods.
 * A collection needs no slot.
 */
const StaffOrderBody = OrderBody.omit({ acceptTerms: true, newsletter: true, user: true }).extend({
  channel: z.enum(staffOrderChannels),
  user: OrderBody.shape.user.omit({ birthdate: true }),
  settlement: z.enum(staffOrderSettlements).default('OPEN'),
  /** The day on which the customer paid; by default the day of the call. Only with a settlement other than OPEN. */
  paidOn: z.iso.date().optional(),
  /** True if staff have made sure that the customer is an adult, which an order with alcohol requires. */
  isAdult: z.boolean().default(false),
});
export type StaffOrderBody = z.input<typeof StaffOrderBody>;
export type StaffOrderInput = z.output<typeof StaffOrderBody>;

const StaffOrderQuote = z.object({
  lines: z.array(z.object({ id: z.int(), quantity: z.int(), price: eurosField, total: eurosField })),
  bottles: z.int(),
  subtotal: eurosField,
  discount: eurosField,
  shippingFees: eurosField,
  total: eurosField,
  vat: eurosField,
  /** True if the order contains alcohol, so that staff must make sure that the customer is an adult. */
  sellsAlcohol: z.boolean(),
  /** True unless the order contains nothing but vouchers, which are sent by mail. */
  needsDelivery: z.boolean(),
  /** The reason why no carrier ships this number of bottles, otherwise null. A `min` or `max` of 0 is no limit. */
  shipmentIssue: z
    .object({ reason: z.enum(['too_few_bottles', 'too_many_bottles']), bottles: z.int(), min: z.int(), max: z.int() })
    .nullable(),
  /** The carriers of the delivery type, the cheapest first; empty without a destination or with a `shipmentIssue`. */
  carriers: z.array(CarrierOption),
  payments: z.array(PaymentMethodDescription),
});
export type StaffOrderQuote = z.infer<typeof StaffOrderQuote>;

export const staffCheckoutContract = defineContract({
  'POST /admin/order': {
    isIdempotent: true,
    summary:
      'Places an order that staff enter for a customer, under the rules of `POST /order` without the limits of unpaid orders. The customer receives a mail if `user.email` is given',
    access: 'staff',
    body: StaffOrderBody,
    data: z.object({ order: PlacedOrder }),
    refusals: {
      ...checkoutContract['POST /order'].refusals,
      age_unconfirmed: 422,
      name_needed: 422,
      email_needed: 422,
      taken_away_needs_collection: 422,
      payment_needed: 422,
      paid_in_future: 422,
    },
  },
  'POST /admin/order/quote': {
    summary: 'The amounts, carriers and payment methods of an order that staff are entering. Nothing is stored',
    access: 'staff',
    body: z.strictObject({
      products: CartLinesInput,
      code: createTextSchema(maxTextLengths.code).default(''),
      email: z.union([Email, z.literal('')]).default(''),
      settlement: z.enum(staffOrderSettlements).default('OPEN'),
      delivery: z.strictObject({ type: z.enum(deliveryTypes), idCarrier: idField.optional() }),
      destination: z
        .strictObject({ postalCode: createTextSchema(maxTextLengths.postalCode).min(1), country: CountryIdOrCode })
        .nullish(),
    }),
    data: StaffOrderQuote,
    refusals: {
      ...cartRefusalStatuses,
      ...discountCodeRefusalStatuses,
      unknown_country: 422,
    },
  },
});
