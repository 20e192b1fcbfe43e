import { and, eq } from 'drizzle-orm';
import { isVisibleProductSql, products, variants } from '#server/api/catalogue/catalogue-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { readUnpaidOrderRules } from '#server/api/orders/unpaid/unpaid-order-limits.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { readShippingConfig } from '#server/api/shipping/shipping.ts';
import { carriers, collectionPlaces } from '#server/api/shipping/shipping-tables.ts';
import { pageEntries, parameters, siteInfos } from '#server/api/site/site-tables.ts';
import { listPaymentDays } from '#shared/orders/unpaid-orders.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { findContradictions } from '#shared/shipping/terms-conflicts.ts';
import {
  type GoLiveCheckInput,
  type GoLiveTask,
  listGoLiveTasksWithState,
  resolveTextParameters,
} from '#shared/site/go-live.ts';
import { parameterDefinitions } from '#shared/site/parameter-definitions.ts';
import { findParameterIssue } from '#shared/site/parameter-input.ts';
import { parameterResourceSpec, siteInfoResourceSpec } from '#shared/site/site-resource-specs.ts';

/** Reads the tasks before the shop opens, done and open ones, except those that need a look-up in the DNS. */
const readGoLiveTasks = async (tx: SiteTx): Promise<GoLiveTask[]> =>
  listGoLiveTasksWithState(await readGoLiveCheckInput(tx));

export async function readGoLiveCheckInput(tx: SiteTx): Promise<GoLiveCheckInput> {
  const [site] = await tx.select().from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  const { defaultLang, languages, hosts } = site;
  const unpriced = await tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, and(eq(products.siteId, variants.siteId), eq(products.id, variants.productId)))
    .where(and(isVisibleProductSql, eq(variants.isArchived, false), eq(variants.price, 0)));
  const values = await tx.select({ type: parameters.type, value: parameters.value }).from(parameters);
  const written = values.flatMap(({ type, value }) =>
    typeof value === 'number' || typeof value === 'boolean' ? [] : [[type, value] as const],
  );
  const statements = await tx
    .select({ lang: pageEntries.lang })
    .from(pageEntries)
    .where(eq(pageEntries.type, 'ACCESSIBILITY'));
  const texts = resolveTextParameters(Object.fromEntries(written), languages, defaultLang);
  return {
    ...texts,
    contradictions: findContradictions(texts.translations, {
      ...(await readShippingConfig(tx, () => '')),
      paymentDays: listPaymentDays(await readUnpaidOrderRules(tx)),
    }),
    invalidParameters: values.flatMap(({ type, value }) =>
      type in parameterDefinitions && findParameterIssue(type, value) ? [type] : [],
    ),
    hasAccessibilityPage: languages.every((each) => statements.some(({ lang }) => lang === each)),
    hosts: hosts.map(({ name }) => name),
    paymentMethods: await tx.$count(acceptedPaymentMethods),
    deliveryMethods: (await tx.$count(carriers)) + (await tx.$count(collectionPlaces)),
    products: await tx.$count(products, isVisibleProductSql),
    unpricedVariants: unpriced.length,
  };
}

/** The resources that decide whether a site sells, so that an edit of their items can open the shop. */
const salesEnablingResourceNames: readonly string[] = [siteInfoResourceSpec.name, paymentMethodResourceSpec.name];

/**
 * `legal_duty_open`: the edit would open the shop before all legal duties are fulfilled. `legal_duty_kept`: the shop is
 * open, and the edit would remove a text that the law requires.
 */
export type LegalDutyRefusal = 'legal_duty_open' | 'legal_duty_kept';

/**
 * Runs an edit by staff, and refuses it if it would open the shop while a legal duty is not fulfilled, or remove a text
 * that the law requires of an open shop. After a refusal the transaction must be rolled back.
 */
export async function runThenCheckLegalDuties<Value, Refusal extends string>(
  tx: SiteTx,
  resource: string,
  run: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | LegalDutyRefusal>> {
  if (resource === parameterResourceSpec.name) return runWithDutiesKept(tx, run);
  if (!salesEnablingResourceNames.includes(resource)) return run();
  const before = await readSalesState(tx);
  const outcome = await run();
  if (!outcome.ok) return outcome;
  const after = await readSalesState(tx);
  const isOpening = after.isSelling && (!before.isSelling || (after.isECommerce && !before.isECommerce));
  if (!isOpening) return outcome;
  const open = (await readGoLiveTasks(tx)).filter(({ isLegalDuty, isDone }) => isLegalDuty && !isDone);
  return open.length > 0 ? refuse('legal_duty_open', { values: { count: open.length } }) : outcome;
}

/** Runs an edit of a parameter, and refuses it if the shop sells and a legal duty would no longer be fulfilled. */
async function runWithDutiesKept<Value, Refusal extends string>(
  tx: SiteTx,
  run: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | 'legal_duty_kept'>> {
  const { isSelling } = await readSalesState(tx);
  if (!isSelling) return run();
  const openBefore = new Set(await listOpenDuties(tx));
  const outcome = await run();
  if (!outcome.ok) return outcome;
  const isKept = (await listOpenDuties(tx)).every((duty) => openBefore.has(duty));
  return isKept ? outcome : refuse('legal_duty_kept');
}

/** Lists the open legal duties, with one entry for each language in which a duty is open. */
async function listOpenDuties(tx: SiteTx): Promise<string[]> {
  const state = await readGoLiveCheckInput(tx);
  const all = Object.keys(state.translations ?? {});
  return listGoLiveTasksWithState(state).flatMap(({ code, isLegalDuty, isDone, languages = all }) =>
    isLegalDuty && !isDone ? languages.map((lang) => `${code} ${lang}`) : [],
  );
}

/**
 * Reads `isSelling`: whether visitors see the site and can order, which needs at least one payment method; and the
 * field `isECommerce` of the site's information.
 */
export async function readSalesState(tx: SiteTx): Promise<{ isSelling: boolean; isECommerce: boolean }> {
  const [info] = await tx.select().from(siteInfos);
  const isOpen = info?.isBuilding === false;
  return {
    isSelling: isOpen && (await tx.$count(acceptedPaymentMethods)) > 0,
    isECommerce: info?.isECommerce ?? false,
  };
}
