import type { FastifyInstance } from 'fastify';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { pricePlanContract } from '#shared/admin/price-plan-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type PlanPricesResult, planPrices } from './plan-prices.ts';

type PlanPrices = (typeof pricePlanContract)['POST /admin/product/planned-prices'];

/** Registers the call with which staff plan the prices of many variants at once. */
export function pricePlanRoute(
  app: FastifyInstance,
  productResource: Resource,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', pricePlanContract, dependencies);
  route('POST /admin/product/planned-prices', ({ body, user, translate, runIdempotentChange }) =>
    runIdempotentChange<DataOf<PlanPrices>, 'invalid_rows' | 'stale_plans' | 'planned_in_past' | 'planned_too_late'>({
      run: async (tx) => {
        const planned = await planPrices(tx, productResource, { ...body, userId: user.id });
        return planned.ok ? toOutcome(planned.value, translate) : planned;
      },
    }),
  );
}

function toOutcome(
  { products, issues, stale }: PlanPricesResult,
  translate: ContractCall<PlanPrices>['translate'],
): Outcome<DataOf<PlanPrices>, 'invalid_rows' | 'stale_plans'> {
  if (issues.length === 0) return ok({ products });
  const errors = issues.map(({ row, field, text, values }) => [`rows.${row}.${field}`, translate(text, values)]);
  const details = { errors: Object.fromEntries(errors) };
  if (stale.length === 0) return refuse('invalid_rows', details);
  return { ...refuse('stale_plans', details), current: { rows: stale } };
}
