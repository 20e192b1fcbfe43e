import { useCallback, useState } from 'react';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { useAbortableLoad } from '../../core/use-abortable-load.ts';
import type { DraftAddress } from './order-draft.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

interface PickupPoints {
  /** The pickup points, the nearest first; null until they are loaded. */
  points: readonly PickupPoint[] | null;
  /** The message if they could not be loaded; empty otherwise. */
  failure: string;
  reload: () => void;
}

/**
 * Loads the pickup points of a carrier near a postal address. A change of street or town alone does not reload them.
 */
export function usePickupPoints({ postalCode, city, country }: DraftAddress, idCarrier: number): PickupPoints {
  const [state, setState] = useState<Omit<PickupPoints, 'reload'>>({ points: null, failure: '' });
  const searched = useDebouncedValue(postalCode.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the town only refines the order
  const load = useCallback(
    (signal: AbortSignal) => {
      const body = { postalCode: searched, city, country, idCarrier };
      return callAdminApi<{ accessPoints: PickupPoint[] }>('/relay/access-points', { method: 'POST', body, signal });
    },
    [searched, country, idCarrier],
  );
  const reload = useAbortableLoad(searched === '' ? null : load, {
    onData: ({ accessPoints }) => setState({ points: accessPoints, failure: '' }),
    onFailure: (message) => setState({ points: null, failure: message || 'admin.callFailed' }),
  });
  return { ...state, reload };
}
