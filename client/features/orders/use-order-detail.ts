import { callApi } from '#client/core/call-api.ts';
import { type Query, useQuery } from '#client/core/use-query.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

export const useOrderDetail = (id: number): Query<OrderDetail> =>
  useQuery(async (signal) => (await callApi('GET /order/{id}', { params: { id }, signal })).order, [id]);
