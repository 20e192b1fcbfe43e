import { callApi } from '#client/core/call-api.ts';
import { readGuestOrderToken } from '#client/core/orders/guest-order-token.ts';
import { type UseQueryResult, useQuery } from '#client/core/use-query.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

/** Loads an order that the customer has just placed, with an account or as a guest in this browser tab. */
export const usePlacedOrder = (
  id: number,
): UseQueryResult<{ order: OrderDetail; email: string; token: string | null }> =>
  useQuery(
    async (signal) => {
      const token = readGuestOrderToken(id);
      if (token !== null) return { ...(await callApi('POST /order/link', { body: { token }, signal })), token };
      return { ...(await callApi('GET /order/{id}', { params: { id }, signal })), email: '', token };
    },
    [id],
  );

export const useOrderDetail = (id: number): UseQueryResult<OrderDetail> =>
  useQuery(async (signal) => (await callApi('GET /order/{id}', { params: { id }, signal })).order, [id]);
