import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { mapTiles } from '#shared/shipping/map-tiles.ts';
import type { CarrierOption, PickupPoint } from '#shared/shipping/shipping-contract.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { toPickupPointAddress } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';

const PickupPointMap = lazy(() => import('./PickupPointMap.tsx'));

/** Number of pickup points in the list until the customer shows all of them. */
const initialCount = 5;

/**
 * Loads the pickup points of a carrier near the shipping address, and discards the chosen point if the carrier no
 * longer offers it. A change of street or town alone does not reload the points, so that typing causes no API calls.
 */
function usePickupPointSync(idCarrier: number) {
  const { t } = useTexts();
  const checkout = useCheckoutStore();
  const { postalCode, city, country, address } = useCheckoutDraft((state) => state.address.shipping);
  const query = useQuery(
    async (signal) => {
      const body = { postalCode, city, address, country, idCarrier };
      return (await callApi('POST /relay/access-points', { body, signal })).accessPoints;
    },
    [postalCode, country, idCarrier],
  );
  const { data: points, error, reload } = query;
  useReloadAfterRefusal(reload);
  useEffect(() => {
    const { pickupPoint, setPickupPoint } = checkout.getState();
    const isGone = points && pickupPoint && !points.some(({ id }) => id === pickupPoint.id);
    if (isGone) setPickupPoint(null);
  }, [points, checkout]);
  return { points, failure: error ? describeCallError(error, t, 'checkout.pickup-point.failed') : '', reload };
}

export function PickupPoints({ carrier }: { carrier: CarrierOption }) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ pickupPoint }) => pickupPoint);
  const { points, failure, reload } = usePickupPointSync(carrier.id);
  const [isExpanded, setExpanded] = useState(false);
  const choose = (point: PickupPoint) => {
    checkout.getState().setPickupPoint(toPickupPointAddress(point));
    clearErrors('delivery.accessPoint');
  };
  const shown = points?.filter((point, index) => isExpanded || index < initialCount || point.id === chosen?.id);
  return (
    <fieldset className={css.choices} aria-busy={points === undefined && failure === ''} data-area>
      <legend className={css.legend}>{t('checkout.pickup-point')}</legend>
      <RetryMessage failure={failure} onRetry={reload} />
      {points?.length === 0 && <p className={css.soft}>{t('checkout.pickup-point.none')}</p>}
      {points && points.length > 0 && <MapOnRequest points={points} chosen={chosen} onChoose={choose} />}
      {shown?.map((point) => (
        <RadioOption
          key={point.id}
          name="relay"
          value={point.id}
          checked={point.id === chosen?.id}
          onChoose={() => choose(point)}
          title={point.name}
        >
          {point.addLine1}, {point.zipCode} {point.city}
          {point.openingHours && (
            <>
              <br />
              <span>{point.openingHours}</span>
            </>
          )}
        </RadioOption>
      ))}
      {points && shown && shown.length < points.length && (
        <Button look="text" onClick={() => setExpanded(true)}>
          {t('checkout.pickup-point.more', { count: points.length - shown.length })}
        </Button>
      )}
      <FieldError id="error-pickup-point" error={errors['delivery.accessPoint']} />
    </fieldset>
  );
}

interface MapProps {
  points: readonly PickupPoint[];
  chosen: Pick<PickupPoint, 'id'> | null;
  onChoose: (point: PickupPoint) => void;
}

/**
 * The map loads tiles from a third party, so it is shown only after a click on a button, beside which a text names the
 * tiles' provider.
 */
function MapOnRequest(map: MapProps) {
  const { t } = useTexts();
  const [isRequested, setRequested] = useState(false);
  if (!map.points.some(({ position }) => position !== null)) return null;
  if (!isRequested)
    return (
      <div className={css.mapOffer}>
        <Button look="quiet" onClick={() => setRequested(true)}>
          {t('checkout.pickup-point.map')}
        </Button>
        <p className={css.soft}>{t('checkout.pickup-point.map.operator', { operator: mapTiles.operator })}</p>
      </div>
    );
  return (
    <Suspense fallback={<div className={css.map} aria-busy="true" />}>
      <PickupPointMap {...map} />
    </Suspense>
  );
}
