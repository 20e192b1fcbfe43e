import { useCallback, useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useCheckout } from '#client/features/checkout/checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '#client/features/checkout/checkout-store-context.tsx';
import { RadioOption } from '#client/features/checkout/RadioOption.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import css from '../Checkout.module.css';
import { CollectionCalendar } from './CollectionCalendar.tsx';

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
