import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import type { OrderFormAddress } from './order-form-values.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

interface PickupPoints {
  /** The pickup points, the nearest first; null until they are loaded, and if the load has failed. */
  points: readonly PickupPoint[] | null;
  /**
   * The API's message, or a text key if it has none, if the pickup points could not be loaded; empty otherwise. `t`
   * returns messages unchanged.
   */
  failure: string;
  reload: () => void;
}

/**
 * Loads the pickup points of a carrier near a postal address. A change of street or town alone does not reload the
 * pickup points.
 */
export function usePickupPoints({ postalCode, city, country }: OrderFormAddress, idCarrier: number): PickupPoints {
  const searched = useDebouncedValue(postalCode.trim());
  const load = (signal: AbortSignal) => {
    const body = { postalCode: searched, city, country, idCarrier };
    return callAdminApi('POST /relay/access-points', { body, signal });
  };
  // The town is not a dependency, because the postcode alone finds pickup points near the address.
  const { data, error, reload } = useQueryKeepingData(searched === '' ? null : load, [searched, country, idCarrier]);
  if (error) return { points: null, failure: error.message || 'admin.callFailed', reload };
  return { points: data?.accessPoints ?? null, failure: '', reload };
}
