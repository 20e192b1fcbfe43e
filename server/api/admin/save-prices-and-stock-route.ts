import type { FastifyInstance } from 'fastify';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { priceListContract } from '#shared/admin/price-list-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type SavePricesAndStockResult, savePricesAndStock } from './save-prices-and-stock.ts';

type SavePrices = (typeof priceListContract)['PUT /admin/product/prices'];

/** Registers the call with which staff change many prices and stocks at once. */
export function savePricesAndStockRoute(
  app: FastifyInstance,
  productResource: Resource,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', priceListContract, dependencies);
  route('PUT /admin/product/prices', ({ body: { rows }, user, translate, runIdempotentChange }) =>
    runIdempotentChange({
      run: async (tx) => toOutcome(await savePricesAndStock(tx, productResource, rows, user.id), translate),
    }),
  );
}

function toOutcome(
  { products, issues, stale }: SavePricesAndStockResult,
  translate: ContractCall<SavePrices>['translate'],
): Outcome<DataOf<SavePrices>, 'invalid_rows' | 'stale_rows'> {
  if (issues.length === 0) return ok({ products });
  const errors = issues.map(({ row, field, text, values }) => [`rows.${row}.${field}`, translate(text, values)]);
  const details = { errors: Object.fromEntries(errors) };
  if (stale.length === 0) return refuse('invalid_rows', details);
  return { ...refuse('stale_rows', details), current: { rows: stale } };
}
