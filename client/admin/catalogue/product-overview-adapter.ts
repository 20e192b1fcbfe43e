import type { DataProvider } from 'react-admin';
import { productResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/**
 * Name under which lists show products with picture, prices and stock. An item of these lists is edited under the name
 * `product`.
 */
export const productOverviewName = 'product-overview';

/** Reads the products for lists, which show more than the stored fields of a product. */
export const productOverviewAdapter: ResourceAdapter = {
  getList: (async (_resource, params) => {
    const { products, total } = await callAdminApi('GET /admin/product/overview', {
      query: toListQuery(params, productResourceSpec.list.orders),
      signal: params.signal,
    });
    return { data: products, total };
  }) as DataProvider['getList'],
};
