import { z } from 'zod';
import { Phone } from '#shared/accounts/accounts-contract.ts';
import { CartProducts, cartRefusals } from '#shared/cart/cart-contract.ts';
import { Discount } from '#shared/catalogue/catalogue-contract.ts';
import { euros, id, quantity, requiredText, text } from '#shared/contract-fields.ts';
import { codeRefusals } from '#shared/discounts/discount-code.ts';
import { contract } from '#shared/endpoint.ts';
import { maxLines, maxTextLength } from '#shared/limits.ts';
import { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { CountryRef } from '#shared/places/country-ref.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { CarrierChoice } from '#shared/shipping/shipping-contract.ts';

export const OrderAddress = z.strictObject({
  firstname: requiredText(maxTextLength.name),
  lastname: requiredText(maxTextLength.name),
  address: requiredText(maxTextLength.addressLine),
  addressPart2: text(maxTextLength.addressLine).default(''),
  postalCode: requiredText(maxTextLength.postalCode),
  city: requiredText(maxTextLength.city),
  country: CountryRef,
});
export type OrderAddress = z.infer<typeof OrderAddress>;

const OrderBody = z.strictObject({
  products: CartProducts,
  user: z.strictObject({
    phone: Phone,
    /** Where the account has none yet; an order with alcohol needs one. */
    birthdate: z.union([z.iso.date(), z.literal('')]).optional(),
  }),
  address: z.strictObject({
    /** Needed for DELIVERY. */
    delivery: OrderAddress.nullish(),
    /** Left out: the delivery address. */
    billing: OrderAddress.nullish(),
  }),
  discount: z.strictObject({ code: text(maxTextLength.code).optional() }).nullish(),
  message: text(maxTextLength.message).optional(),
  delivery: z.strictObject({
    type: z.enum(deliveryTypes),
    /** Needed for DELIVERY and PICKUP. */
    idCarrier: id.optional(),
    /** Needed for PICKUP; its `id` counts. */
    accessPoint: z.object({ id: z.union([z.string().max(60), z.int().transform(String)]) }).nullish(),
    /** Compared with what the shop says, and never used: where they differ the answer is 409. */
    serviceName: text(120).optional(),
    serviceCode: text(60).optional(),
    servicePrice: euros.optional(),
  }),
  /** Compared with the address of the delivery. */
  deliveryPostalCode: text(maxTextLength.postalCode).optional(),
  deliveryIdCountry: CountryRef.optional(),
  /** The day of a click-and-collect, `YYYY-MM-DD`; its schedule determines the address. */
  dateSchedule: z.iso.date().nullish(),
  idSchedule: id.nullish(),
  payment: z.enum(paymentMethods).optional(),
  /** What the customer was shown, in euros: compared, and 409 where the order would cost something else. */
  total: euros.optional(),
  acceptTerms: z.boolean().default(false),
});
export type OrderBody = z.input<typeof OrderBody>;
/** The parsed body of `POST /order`. */
export type PlaceOrderInput = z.output<typeof OrderBody>;

export const checkoutContract = contract({
  'POST /calculate/shipping-fees': {
    summary:
      'The carriers that bring a cart there, the cheapest first. `code` counts because free shipping looks at what the goods cost after it',
    body: z.strictObject({
      products: z
        .array(z.strictObject({ idProduct: id, id: id.optional(), quantity }))
        .min(1)
        .max(maxLines),
      postalCode: requiredText(maxTextLength.postalCode),
      country: CountryRef,
      code: text(maxTextLength.code).optional(),
    }),
    data: z.object({ carriers: z.array(CarrierChoice) }),
    refusals: {
      unknown_products: 422,
      declination_needed: 422,
      quantity_step: 422,
      unknown_country: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      no_carrier: 422,
      ...codeRefusals,
      too_many: 429,
    },
  },
  'POST /order/discount': {
    summary: 'What a code takes off a cart, in euros',
    body: z.strictObject({
      code: requiredText(maxTextLength.code),
      cart: z.strictObject({ products: CartProducts, shippingFees: z.number().min(0).max(100_000).optional() }),
    }),
    data: Discount.extend({ value: euros, subtotal: euros, shippingFees: euros, total: euros }),
    refusals: { unknown_products: 422, quantity_step: 422, ...codeRefusals, too_many: 429 },
  },
  'POST /order': {
    summary:
      'Places an order. Everything is computed here; what the body says of prices is compared only. With the header Idempotency-Key a repeated call answers with the first order',
    access: 'member',
    body: OrderBody,
    data: PlacedOrder,
    refusals: {
      ...cartRefusals,
      ...codeRefusals,
      terms: 422,
      too_young: 422,
      birthdate_needed: 422,
      needs_delivery: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      address_needed: 422,
      address_differs: 422,
      unknown_country: 422,
      phone_needed: 422,
      no_carrier: 422,
      unknown_access_point: 422,
      slot_unavailable: 422,
      slot_full: 409,
      payment_unavailable: 422,
      price_changed: 409,
      key_malformed: 400,
      key_reused: 409,
      too_many: 429,
    },
  },
});
