import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useQuery } from '#client/core/use-query.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';

/**
 * Loads the pickup points of a carrier near the shipping address, and discards the chosen point if the carrier no
 * longer offers it. A change of street or town alone does not reload the points, so that typing causes no API calls.
 */
export function usePickupPointSync(idCarrier: number) {
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
