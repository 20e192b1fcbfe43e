import { openDatabase } from '#server/api/open-database.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { Scenario } from '../measure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';
import type { BenchProfile } from '../profiles.ts';
import type { PartReport } from '../report/report.ts';
import { type ServerProcess, waitUntilReady } from '../server-process.ts';
import { openAccounts, waitForMails } from '../sites/open-accounts.ts';
import { fullEstateFolder, wineListPath } from '../sites/write-sites.ts';
import { startStorefront } from '../start-storefront.ts';
import { cartValidationRequests, createOrderRequests, shippingFeeRequests } from './checkout-requests.ts';
import {
  backgroundConnections,
  customerConnections,
  orderScenarioNames,
  pageConnections,
  reportOrders,
} from './orders-report.ts';

const pageRequest: PlannedRequest = {
  path: wineListPath,
  headers: { host: fullEstateFolder.host, 'accept-encoding': 'br' },
};

/** Measures cart validations, shipping fee calculations, orders, and cached pages while orders are placed. */
export async function measureOrders(environment: BenchEnvironment, profile: BenchProfile): Promise<PartReport> {
  const { estateDir: sitesDir, dataDir } = environment;
  const storefront = await startStorefront(environment, { name: 'storefront, checkout', sitesDir });
  await waitUntilReady(storefront, '/readyz');
  await waitUntilReady(storefront, wineListPath, fullEstateFolder.host);
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'command', poolSize: 2 });
  try {
    const orderRequests = createOrderRequests(await openAccounts(database, storefront));
    const processes = { storefront: storefront.pid, API: environment.api.pid };
    const afterSample = async () => {
      storefront.truncateLog();
      await waitForMails(database);
    };
    const scenarios = createScenarios(storefront, orderRequests).map((scenario) => ({
      ...scenario,
      processes,
      afterSample,
    }));
    const sampleOf = await measureInterleaved(scenarios, profile);
    await storefront.stop();
    return reportOrders(sampleOf);
  } finally {
    await database.close();
  }
}

function createScenarios(
  { url }: ServerProcess,
  orderRequests: readonly PlannedRequest[],
): Pick<Scenario, 'name' | 'plan' | 'backgroundPlan'>[] {
  const checkoutPlan = (requests: readonly PlannedRequest[]) => ({ url, connections: customerConnections, requests });
  const pagePlan = { url, connections: pageConnections, requests: [pageRequest] };
  return [
    { name: orderScenarioNames.validate, plan: checkoutPlan(cartValidationRequests) },
    { name: orderScenarioNames.fees, plan: checkoutPlan(shippingFeeRequests) },
    { name: orderScenarioNames.order, plan: checkoutPlan(orderRequests) },
    { name: orderScenarioNames.page, plan: pagePlan },
    {
      name: orderScenarioNames.pageDuringOrders,
      plan: pagePlan,
      backgroundPlan: { url, connections: backgroundConnections, requests: orderRequests },
    },
  ];
}
