import { useEffect } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import { useCart } from '#client/features/cart/cart-context.tsx';
import { cartLinesToSellableLines } from '#client/features/cart/cart-lines.ts';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { findBottleCountRefusal, hasPhysicalGoods } from '#shared/shipping/shipping.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useCountries } from '../address/use-countries.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import type { CheckoutDeliveryType } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { CarrierOptions } from './CarrierOptions.tsx';
import { CollectionFields } from './CollectionFields.tsx';
import { PickupPoints } from './PickupPoints.tsx';
import { useShippingFeeSync } from './use-shipping-fee-sync.ts';

export function DeliveryStep() {
  const { t } = useTexts();
  const type = useCheckoutDraft(({ deliveryType }) => deliveryType);
  return (
    <CheckoutStep number={2} title={t('checkout.step.delivery')}>
      <DeliveryTypes />
      {type === 'delivery' && <ParcelDelivery />}
      {type === 'clickAndCollect' && <CollectionFields />}
    </CheckoutStep>
  );
}

/**
 * Names of the fields that depend on the delivery type. The errors of these fields are cleared when the delivery type
 * changes.
 */
const deliveryFields = [
  ...['delivery.idCarrier', 'delivery.accessPoint', 'idSchedule', 'dateSchedule', 'payment', 'user.phone'],
  ...['firstname', 'lastname', 'address', 'postalCode', 'city', 'country'].flatMap((field) => [
    `address.delivery.${field}`,
    `address.billing.${field}`,
  ]),
];

function DeliveryTypes() {
  const { t } = useTexts();
  const { collectionPlaces, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ deliveryType }) => deliveryType);
  const isDelivered = hasPhysicalGoods(cartLinesToSellableLines(useCart(({ products }) => products)));
  const types: CheckoutDeliveryType[] = isDelivered
    ? ['delivery', ...(collectionPlaces.length > 0 ? (['clickAndCollect'] as const) : [])]
    : ['no_delivery'];
  const choose = (type: CheckoutDeliveryType) => {
    checkout.getState().setDeliveryType(type);
    clearErrors(...deliveryFields);
  };
  // The cart may have changed since the draft was saved, so that the delivery type in the draft is no longer offered.
  const isOffered = types.includes(chosen);
  const [first] = types;
  useEffect(() => {
    if (!isOffered && first) checkout.getState().setDeliveryType(first);
  }, [isOffered, first, checkout]);
  return (
    <fieldset className={css.choices}>
      <legend className="unseen">{t('checkout.step.delivery')}</legend>
      {types.map((type) => (
        <RadioOption
          key={type}
          name="deliveryType"
          value={type}
          checked={type === chosen}
          onChoose={() => choose(type)}
          title={t(`checkout.delivery.${type}`)}
        >
          {t(`checkout.delivery.${type}.text`)}
        </RadioOption>
      ))}
    </fieldset>
  );
}

/**
 * Returns the codes of the countries to which a carrier ships; null until the countries have loaded and after an error.
 */
function useShippingCountries(): ReadonlySet<string> | null {
  const { lang } = useSiteShell().site;
  return useQuery(loadShippedCountries, [lang]).data ?? null;
}

const loadShippedCountries = async (): Promise<ReadonlySet<string>> =>
  new Set((await callApi('GET /shipping/countries')).countries);

function ParcelDelivery() {
  const { t } = useTexts();
  const rules = toShippingRules(useSiteShell().parameters);
  const checkout = useCheckoutStore();
  const shipping = useCheckoutDraft(({ address }) => address.shipping);
  const carrier = useCheckoutDraft((state) => state.carrier);
  const lines = cartLinesToSellableLines(useCart(({ products }) => products));
  const countries = useCountries();
  const shipped = useShippingCountries();
  const calculation = useShippingFeeSync();
  const refusal = findBottleCountRefusal(lines, rules);
  const change = (part: Partial<typeof shipping>) => {
    const { updateShippingAddress, setCountry } = checkout.getState();
    updateShippingAddress(part);
    const chosen = countries.find(({ alphaTwo }) => alphaTwo === part.country);
    if (chosen) setCountry({ id: chosen.id, alphaTwo: chosen.alphaTwo, alphaThree: chosen.alphaThree });
  };
  return (
    <>
      {refusal && (
        <FormMessage kind="failure">
          {t(`checkout.shipment.${refusal}`, {
            count: countBottlesToShip(lines),
            min: rules.minBottles,
            max: rules.maxBottles,
          })}
        </FormMessage>
      )}
      <AddressFields
        name="delivery"
        address={shipping}
        countries={countries}
        shippedCountries={shipped}
        onChange={change}
        onTown={(city) => checkout.getState().setCity(city)}
      />
      {(shipped === null || shipped.has(shipping.country)) && <CarrierOptions calculation={calculation} />}
      {carrier?.deliveryType === 'PICKUP' && <PickupPoints key={carrier.id} carrier={carrier} />}
    </>
  );
}
