import { useCallback, useEffect, useState } from 'react';
import type { HttpError } from 'react-admin';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { callAdminApi } from '../../core/call-admin-api.ts';
import type { DraftAddress } from './order-draft.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

interface PickupPoints {
  /** The pickup points, the nearest first; null until they are loaded. */
  points: readonly PickupPoint[] | null;
  /** The message if they could not be loaded; empty otherwise. */
  failure: string;
  reload: () => void;
}

/** Loads the pickup points of a carrier near a postal address. A change of street or town alone does not reload them. */
export function usePickupPoints({ postalCode, city, country }: DraftAddress, idCarrier: number): PickupPoints {
  const [state, setState] = useState<Omit<PickupPoints, 'reload'>>({ points: null, failure: '' });
  const [version, setVersion] = useState(0);
  const searched = useDebouncedValue(postalCode.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the town only refines the order; `version` loads again
  useEffect(() => {
    if (searched === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    const body = { postalCode: searched, city, country, idCarrier };
    callAdminApi<{ accessPoints: PickupPoint[] }>('/relay/access-points', { method: 'POST', body, signal })
      .then(({ accessPoints }) => setState({ points: accessPoints, failure: '' }))
      .catch((error: unknown) => {
        if (!signal.aborted) setState({ points: null, failure: (error as HttpError).message || 'admin.callFailed' });
      });
    return () => controller.abort();
  }, [searched, country, idCarrier, version]);
  return { ...state, reload: useCallback(() => setVersion((before) => before + 1), []) };
}
