import type { FastifyInstance } from 'fastify';
import { signedInBy } from '#server/api/accounts/sessions.ts';
import { readSoldItems, readSoldItemsOfProducts } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { countryCode } from '#server/api/places/places.ts';
import { contractRoutes, type RouteParts } from '#server/api/plugins/contract-route.ts';
import { callerOf } from '#server/api/plugins/current-site.ts';
import type { RateLimits } from '#server/api/plugins/rate-limits.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { bottleCount } from '#shared/ordering/bottle-count.ts';
import { cartTotals, goodsAfterCode } from '#shared/ordering/cart-totals.ts';
import { goodsPrice, linePrice, priceOfOne } from '#shared/ordering/line-price.ts';
import { orderingContract } from '#shared/ordering/ordering-contract.ts';
import { carrierOffers, expeditionFault } from '#shared/ordering/shipping.ts';
import { shippingZone } from '#shared/ordering/shipping-zone.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { checkCode } from './check-code.ts';
import { chooseDeclinations } from './choose-declinations.ts';
import { cartLines, sellableLines } from './read-cart.ts';
import { readShippingGround, refuseExpedition, toCarrierChoice } from './shipping-ground.ts';

/** Checks of a cart on its way to an order: the same rules that the order is held to. */
export function checkoutRoutes(app: FastifyInstance, parts: RouteParts & { limits: RateLimits }): void {
  const route = contractRoutes(app, 'ordering', orderingContract, parts);
  const tries = codeTries(parts.limits);

  route('POST /order/validate', async ({ body, say, inSite }) => {
    const ids = body.products.map(({ id }) => id);
    const checked = sellableLines(body.products, await inSite((tx) => readSoldItems(tx, ids)), say);
    if (!checked.ok) return checked;
    const lines = checked.value;
    return ok({
      products: lines.map((line) => ({
        id: line.item.id,
        quantity: line.quantity,
        price: centsToEuros(priceOfOne(line.item)),
        total: centsToEuros(linePrice(line)),
      })),
      bottles: bottleCount(lines),
      subtotal: centsToEuros(goodsPrice(lines)),
    });
  });

  route('POST /calculate/shipping-fees', async ({ body, site, lang, say, localize, request, inSite }) => {
    const { address, token } = callerOf(request);
    if (body.code && !(await tries.areLeft(site.id, address))) return refuse('too_many');
    const country = countryCode(body.country);
    if (!country) return refuse('unknown_country', { errors: { country: say('ordering.refusal.unknown_country') } });
    const answer = await inSite(async (tx) => {
      const sale = await readSoldItemsOfProducts(
        tx,
        body.products.map(({ idProduct }) => idProduct),
      );
      const chosen = chooseDeclinations(body.products, sale.items, say);
      if (!chosen.ok) return chosen;
      const checked = cartLines(chosen.value, sale.items, say);
      if (!checked.ok) return checked;
      const lines = checked.value;
      const { carriers, rules } = await readShippingGround(tx, localize);
      const fault = expeditionFault(lines, rules);
      if (fault) return refuseExpedition(fault, lines, rules);
      const user = { goods: goodsPrice(lines), userId: body.code ? await userOf(tx, token) : null };
      const code = body.code ? await checkCode(tx, body.code, user, { now: Date.now(), lang, site }) : ok(null);
      if (!code.ok) return code;
      const cart = { lines, goods: goodsAfterCode(lines, code.value?.reduction ?? null) };
      const offers = carrierOffers(carriers, shippingZone(country, body.postalCode), cart, rules);
      return offers.length > 0 ? ok({ carriers: offers.map(toCarrierChoice) }) : refuse('no_carrier');
    });
    if (!answer.ok && answer.refusal === 'code_unknown') await tries.count(site.id, address);
    return answer;
  });

  route('POST /order/discount', async ({ body, site, lang, say, request, inSite }) => {
    const { address, token } = callerOf(request);
    if (!(await tries.areLeft(site.id, address))) return refuse('too_many');
    const answer = await inSite(async (tx) => {
      const { products, shippingFees = 0 } = body.cart;
      const sale = await readSoldItems(
        tx,
        products.map(({ id }) => id),
      );
      const checked = cartLines(products, sale.items, say);
      if (!checked.ok) return checked;
      const lines = checked.value;
      const user = { goods: goodsPrice(lines), userId: await userOf(tx, token) };
      const code = await checkCode(tx, body.code, user, { now: Date.now(), lang, site });
      if (!code.ok) return code;
      const { id, code: written, reduction } = code.value;
      const totals = cartTotals(lines, reduction, eurosToCents(shippingFees));
      return ok({
        ...{ id, code: written, type: reduction.type, amount: reduction.amount, detailType: reduction.detailType },
        value: centsToEuros(totals.discount),
        subtotal: centsToEuros(totals.subtotal),
        shippingFees: centsToEuros(totals.shippingFees),
        total: centsToEuros(totals.total),
      });
    });
    if (!answer.ok && answer.refusal === 'code_unknown') await tries.count(site.id, address);
    return answer;
  });
}

/** Codes are short: guessing them is limited. Only wrong ones count, so that nobody is stopped by changing a cart often. */
const codeTries = (limits: RateLimits) => ({
  areLeft: (siteId: number, address: string) => limits.hasLeft(siteId, 'code-address', address),
  count: (siteId: number, address: string) => limits.allows(siteId, 'code-address', address),
});

/** These calls are anyone's; who is logged in has uses of a code that count. */
async function userOf(tx: SiteTx, token: string | null): Promise<number | null> {
  return (token === null ? null : await signedInBy(tx, token))?.id ?? null;
}
