import { useCallback, useEffect } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import { cartLinesToSellableLines } from '#client/features/cart/cart-lines.ts';
import { useCart } from '#client/features/cart/cart-store.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { formatDeliveryTime } from '#shared/shipping/delivery-time/format-delivery-time.ts';
import { findBottleCountRefusal, hasPhysicalGoods } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useCountries } from '../address/use-countries.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import type { CheckoutDeliveryType } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import { CollectionCalendar } from './CollectionCalendar.tsx';
import { PickupPoints } from './PickupPoints.tsx';
import { type ShippingFeeSyncState, useShippingFeeSync } from './use-shipping-fee-sync.ts';

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

const deliveryTimeKeys = {
  exact: 'checkout.carrier.delivery-time',
  range: 'checkout.carrier.delivery-time.range',
} as const;

function CarrierOptions({ calculation }: { calculation: ShippingFeeSyncState }) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const carriers = useCheckoutDraft(({ shippingPrices }) => shippingPrices);
  const chosen = useCheckoutDraft(({ carrier }) => carrier);
  const choose = (carrier: CarrierOption) => {
    checkout.getState().chooseCarrier(carrier);
    clearErrors('delivery.idCarrier', 'delivery.accessPoint');
  };
  return (
    <fieldset className={css.choices} aria-busy={calculation.isBusy} data-area>
      <legend className={css.legend}>{t('checkout.carriers')}</legend>
      {!calculation.isRequested && <p className={css.soft}>{t('checkout.carriers.later')}</p>}
      <p role="status" className={css.soft}>
        {calculation.isBusy && carriers.length === 0 && t('checkout.carriers.busy')}
      </p>
      <RetryMessage failure={calculation.isBusy ? '' : calculation.failure} onRetry={calculation.reload} />
      {calculation.isRequested &&
        carriers.map((carrier) => (
          <RadioOption
            key={carrier.id}
            name="carrier"
            value={String(carrier.id)}
            checked={carrier.id === chosen?.id}
            onChoose={() => choose(carrier)}
            title={carrier.name}
            aside={<Fee carrier={carrier} />}
          >
            {[
              carrier.deliveryType === 'PICKUP' ? t('checkout.carrier.pickup-point') : t('checkout.carrier.delivery'),
              carrier.deliveryTime && formatDeliveryTime(t, deliveryTimeKeys, carrier.deliveryTime),
            ]
              .filter(Boolean)
              .join(' · ')}
          </RadioOption>
        ))}
      <FieldError id="error-carrier" error={errors['delivery.idCarrier']} />
    </fieldset>
  );
}

function Fee({ carrier: { fdp, price } }: { carrier: CarrierOption }) {
  const { t, euros } = useTexts();
  if (fdp > 0) return <span>{euros(fdp)}</span>;
  return (
    <>
      {price > 0 && (
        <s>
          <span className="unseen">{t('checkout.carrier.instead')} </span>
          {euros(price)}
        </s>
      )}{' '}
      <span>{t('cart.sum.shipping-free')}</span>
    </>
  );
}

export function CollectionFields() {
  const { t } = useTexts();
  const { collectionPlaces, errors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const place = collectionPlaces.find(({ id }) => id === chosen.idAddress) ?? collectionPlaces[0];
  const move = useCallback(
    (idAddress: number) => checkout.getState().setCollectionSlot({ idAddress, date: '', idSchedule: null }),
    [checkout],
  );
  // The draft may contain a slot at a place that is no longer offered. A schedule belongs to one place.
  const isElsewhere = chosen.idAddress !== null && chosen.idAddress !== place?.id;
  const firstId = collectionPlaces[0]?.id;
  useEffect(() => {
    if (isElsewhere && firstId !== undefined) move(firstId);
  }, [isElsewhere, firstId, move]);
  if (!place) return null;
  return (
    <div className={css.fetched} data-area>
      {collectionPlaces.length > 1 ? (
        <fieldset className={css.choices}>
          <legend className={css.legend}>{t('checkout.collection.place')}</legend>
          {collectionPlaces.map(({ id, name, address }) => (
            <RadioOption
              key={id}
              name="place"
              value={String(id)}
              checked={id === place.id}
              onChoose={() => move(id)}
              title={name}
            >
              {address}
            </RadioOption>
          ))}
        </fieldset>
      ) : (
        <p>
          <strong>{place.name}</strong>
          <br />
          {place.address}
        </p>
      )}
      {!isElsewhere && <CollectionCalendar key={place.id} idAddress={place.id} />}
      <FieldError id="error-slot" error={errors.idSchedule ?? errors.dateSchedule} />
    </div>
  );
}
