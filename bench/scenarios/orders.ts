import { openDatabase } from '#server/api/open-database.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { BenchScenario } from '../load/measure.ts';
import { measureInterleaved } from '../load/measure-interleaved.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fillStockAndCreateCustomerCookies, waitForEmptyMailQueueOfFullEstate } from '../sites/create-customers.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';
import { createOrderRequests, plannedCartValidationRequests, plannedShippingFeeRequests } from './checkout-requests.ts';
import {
  backgroundConnectionCount,
  buildOrdersPartReport,
  customerConnectionCount,
  orderScenarioReportLabels,
  pageConnectionCount,
} from './orders-report.ts';

const pageRequest: PlannedRequest = {
  path: wineListPath,
  headers: { host: fullEstateSite.host, 'accept-encoding': 'br' },
};

/** Measures cart validations, shipping fee calculations, orders, and cached pages while orders are placed. */
export async function measureOrders(
  environment: SharedBenchResources,
  profile: BenchProfile,
): Promise<BenchPartReport> {
  const { dataDir } = environment;
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, checkout' });
  await waitUntilReady(storefront, '/readyz');
  await waitUntilReady(storefront, wineListPath, fullEstateSite.host);
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'command', poolSize: 2 });
  try {
    const orderRequests = createOrderRequests(await fillStockAndCreateCustomerCookies(database, storefront));
    const processes = {
      storefront: storefront.pid,
      API: environment.api.pid,
      PostgreSQL: environment.databasePid,
    };
    const finish = () => waitForEmptyMailQueueOfFullEstate(database);
    const afterSample = () => storefront.truncateLog();
    const scenarios = createScenarios(storefront, orderRequests).map((scenario) => ({
      ...scenario,
      processes,
      finish,
      afterSample,
    }));
    const sampleOf = await measureInterleaved(scenarios, profile);
    await storefront.stop();
    return buildOrdersPartReport(sampleOf);
  } finally {
    await database.close();
  }
}

function createScenarios(
  { url }: PinnedServer,
  orderRequests: readonly PlannedRequest[],
): Pick<BenchScenario, 'name' | 'plan' | 'backgroundPlan'>[] {
  const checkoutPlan = (requests: readonly PlannedRequest[]) => ({
    url,
    connections: customerConnectionCount,
    requests,
  });
  const pagePlan = { url, connections: pageConnectionCount, requests: [pageRequest] };
  return [
    { name: orderScenarioReportLabels.validate, plan: checkoutPlan(plannedCartValidationRequests) },
    { name: orderScenarioReportLabels.fees, plan: checkoutPlan(plannedShippingFeeRequests) },
    { name: orderScenarioReportLabels.order, plan: checkoutPlan(orderRequests) },
    { name: orderScenarioReportLabels.page, plan: pagePlan },
    {
      name: orderScenarioReportLabels.pageDuringOrders,
      plan: pagePlan,
      backgroundPlan: { url, connections: backgroundConnectionCount, requests: orderRequests },
    },
  ];
}
