import { useEffect, useState } from 'react';
import { callApi } from '#client/core/call.ts';
import { isReadFailure } from '#shared/rendering.ts';
import type { Quantities } from './stock-summary.ts';

const none: Quantities = new Map();

/**
 * What is left of declinations at this moment. The page came from a cache: once it is alive it asks again. When the
 * answer does not come, what the page said stands; the order is checked against the stock anyway.
 */
export function useQuantities(ids: readonly number[]): Quantities {
  const [fresh, setFresh] = useState(none);
  const key = ids.join(',');

  useEffect(() => {
    if (key === '') return;
    const asked = new AbortController();
    const products = key.split(',').map((id) => ({ id: Number(id) }));
    callApi('PUT /product/quantities', { body: { products }, signal: asked.signal })
      .then((answer) => setFresh(new Map(answer.products.map(({ id, quantity }) => [id, quantity]))))
      .catch((error: unknown) => {
        if (!asked.signal.aborted && !isReadFailure(error)) throw error;
      });
    return () => asked.abort();
  }, [key]);

  return fresh;
}
