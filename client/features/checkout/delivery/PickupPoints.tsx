import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { mapTiles } from '#shared/shipping/map-tiles.ts';
import type { CarrierChoice, PickupPoint } from '#shared/shipping/shipping-contract.ts';
import css from '../Checkout.module.css';
import { RadioOption } from '../RadioOption.tsx';
import { useCheckout } from '../checkout-context.ts';
import { pickupPointAddress } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RetryMessage } from '../RetryMessage.tsx';

const RelayMap = lazy(() => import('./PickupPointMap.tsx'));

/** How many relay points show before somebody asks for more. */
const initialCount = 5;

/** The relay points near the address: a list, and a map for who asks for one. */
export function PickupPoints({ carrier }: { carrier: CarrierChoice }) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ accessPointAddress }) => accessPointAddress);
  const { points, failure, again } = usePickupPoints(carrier.id);
  const [all, setAll] = useState(false);
  const choose = (point: PickupPoint) => {
    checkout.getState().setPickupPoint(pickupPointAddress(point));
    clearErrors('delivery.accessPoint');
  };
  const shown = points?.filter((point, index) => all || index < initialCount || point.id === chosen?.id);
  return (
    <fieldset className={css.choices} aria-busy={points === null && failure === ''} data-area>
      <legend className={css.legend}>{t('ordering.relay')}</legend>
      <RetryMessage failure={failure} onRetry={again} />
      {points?.length === 0 && <p className={css.soft}>{t('ordering.relay.none')}</p>}
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
              {point.openingHours}
            </>
          )}
        </RadioOption>
      ))}
      {points && shown && shown.length < points.length && (
        <Button look="text" onClick={() => setAll(true)}>
          {t('ordering.relay.more', { count: points.length - shown.length })}
        </Button>
      )}
      <FieldError id="fault-relay" error={errors['delivery.accessPoint']} />
    </fieldset>
  );
}

function usePickupPoints(idCarrier: number) {
  const { t } = useTexts();
  const { refusalCount } = useCheckout();
  const checkout = useCheckoutStore();
  const [points, setPoints] = useState<readonly PickupPoint[] | null>(null);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);
  const { postalCode, city, country, address } = useCheckoutDraft((state) => state.address.shipping);

  // biome-ignore lint/correctness/useExhaustiveDependencies: street and town as they are when postcode or country change; a refusal asks once more
  useEffect(() => {
    const stop = new AbortController();
    setFailure('');
    callApi('POST /relay/access-points', {
      body: { postalCode, city, address, country, idCarrier },
      signal: stop.signal,
    })
      .then(({ accessPoints }) => {
        setPoints(accessPoints);
        const { accessPointAddress, setPickupPoint } = checkout.getState();
        const known = accessPoints.some(({ id }) => id === accessPointAddress?.id);
        if (accessPointAddress && !known) setPickupPoint(null);
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('ordering.relay.failed'));
      });
    return () => stop.abort();
  }, [postalCode, country, idCarrier, round, refusalCount, checkout, t]);
  return { points, failure, again: () => setRound((count) => count + 1) };
}

interface MapProps {
  points: readonly PickupPoint[];
  chosen: Pick<PickupPoint, 'id'> | null;
  onChoose: (point: PickupPoint) => void;
}

/** A map calls somebody else: it waits for a click, and says whom before. */
function MapOnRequest(map: MapProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(false);
  if (!map.points.some(({ position }) => position !== null)) return null;
  if (!wanted)
    return (
      <div className={css.mapOffer}>
        <Button look="quiet" onClick={() => setWanted(true)}>
          {t('ordering.relay.map')}
        </Button>
        <p className={css.soft}>{t('ordering.relay.map.who', { operator: mapTiles.operator })}</p>
      </div>
    );
  return (
    <Suspense fallback={<div className={css.map} aria-busy="true" />}>
      <RelayMap {...map} />
    </Suspense>
  );
}
