import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { orderWish } from '#tests/support/order-wish.ts';
import { type Shopper, send, sold, taken } from './shop-estates.ts';

type Line = readonly [id: number, quantity: number];

interface Wish {
  shopper: Shopper;
  key: string;
  lines: readonly Line[];
}

interface Placed extends Wish {
  id: number;
  number: string;
}

const carts: readonly (readonly Line[])[] = [
  [[sold.red, 1]],
  [
    [sold.white, 2],
    [sold.red, 1],
  ],
  [[sold.box, 1]],
  [
    [sold.red, 3],
    [sold.box, 2],
  ],
  [
    [sold.box, 1],
    [sold.white, 1],
  ],
];

/** To the door, for products of these tests. */
export const wishOf = (lines: readonly Line[], code?: string) =>
  orderWish({
    products: lines.map(([id, quantity]) => ({ id, quantity })),
    ...(code !== undefined && { discount: { code } }),
  });

/** What customers of one estate wished and what they were told, through whatever befalls the server. */
export class OrderBook {
  /** By Idempotency-Key: orders that were acknowledged. */
  readonly placed = new Map<string, Placed>();
  /** Wishes that have had no answer, or a 503. */
  readonly open = new Map<string, Wish>();
  /** How often each status was answered. */
  readonly statuses: Record<number, number> = {};
  readonly #shoppers: readonly Shopper[];
  #wishes = 0;

  constructor(shoppers: readonly Shopper[]) {
    this.#shoppers = shoppers;
  }

  /** All customers order at once, one order after another, until `isOver`, or until nobody answers any more. */
  async shop(port: number, isOver: () => boolean = () => false): Promise<void> {
    await Promise.all(
      this.#shoppers.map(async (shopper) => {
        while (!isOver()) {
          const status = await this.#order(port, this.#oldWishOf(shopper) ?? this.#newWish(shopper));
          if (status === null) return;
          // A server that is in trouble says so at once: nobody asks a thousand times a second.
          if (status === 503) await sleep(50);
        }
      }),
    );
  }

  /** Asks again for whatever is open until nothing is. */
  async settle(port: number, seconds = 60): Promise<void> {
    const deadline = Date.now() + seconds * 1_000;
    while (this.open.size > 0 && Date.now() < deadline) {
      await Promise.all([...this.open.values()].map((wish) => this.#order(port, wish)));
      await sleep(50);
    }
    expect([...this.open.keys()]).toEqual([]);
  }

  /** Every order is acknowledged once more, and none is another one by that. */
  async repeatAll(port: number): Promise<void> {
    for (const wish of this.placed.values()) expect(await this.#order(port, wish)).toBe(200);
  }

  /** Answers the status; null where there was none. */
  async #order(port: number, wish: Wish): Promise<number | null> {
    const { shopper, key, lines } = wish;
    this.open.set(key, wish);
    const headers = { cookie: shopper.cookie, 'idempotency-key': key };
    const answer = await send(port, shopper.host, '/order', { method: 'POST', body: wishOf(lines), headers }).catch(
      () => null,
    );
    if (!answer) return null;
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 503) {
      expect(answer.headers['retry-after']).toBeDefined();
      expect(answer.text).not.toMatch(/ECONN|select |postgres|socket| at .*\.ts/i);
      return 503;
    }
    expect(answer.status, answer.text).toBe(200);
    const { id, number } = answer.json.data as { id: number; number: string };
    const known = this.placed.get(key);
    if (known) expect([id, number]).toEqual([known.id, known.number]);
    this.placed.set(key, { ...wish, id, number });
    this.open.delete(key);
    return 200;
  }

  #oldWishOf(shopper: Shopper): Wish | undefined {
    return [...this.open.values()].find((wish) => wish.shopper === shopper);
  }

  #newWish(shopper: Shopper): Wish {
    const lines = carts[this.#wishes % carts.length] ?? [];
    return { shopper, lines, key: `wish-${shopper.site}-${String(++this.#wishes).padStart(5, '0')}` };
  }

  /** What of the stock the acknowledged orders took. */
  soldOf(declination: number): number {
    let sum = 0;
    for (const { lines } of this.placed.values())
      for (const [id, quantity] of lines) sum += quantity * (taken[id]?.[declination] ?? 0);
    return sum;
  }

  /** The database has exactly what was acknowledged: orders, keys, numbers, stock and mails. `bottles`: there at first of each. */
  async compare(db: Db, site: number, bottles: number): Promise<void> {
    const all = async <Row extends object>(select: string) => (await db.$client.query<Row>(select, [site])).rows;
    const placed = [...this.placed.values()];
    const byId = <Row extends { id: number }>(rows: readonly Row[]) => rows.toSorted((one, other) => one.id - other.id);

    const orders = await all<{ id: number; number: string; userId: number }>(
      'select id, number, user_id as "userId" from orders where site_id = $1',
    );
    expect(byId(orders)).toEqual(byId(placed.map(({ id, number, shopper }) => ({ id, number, userId: shopper.id }))));
    const counts = orders.map(({ number }) => Number(number.slice(5))).sort((one, other) => one - other);
    expect(counts).toEqual(orders.map((_, index) => index + 1));

    const keys = await all<{ key: string; id: number }>(
      'select key, order_id as id from order_requests where site_id = $1',
    );
    expect(byId(keys)).toEqual(byId(placed.map(({ key, id }) => ({ key, id }))));

    const stock = await all<{ id: number; quantity: number }>(
      'select declination_id as id, quantity from stock where site_id = $1',
    );
    for (const id of [sold.red, sold.white])
      expect(stock.find((row) => row.id === id)?.quantity).toBe(bottles - this.soldOf(id));

    const mails = await all<{ id: number }>(
      `select order_id as id from mails where site_id = $1 and kind = 'order-confirmation'`,
    );
    expect(byId(mails)).toEqual(byId(placed.map(({ id }) => ({ id }))));
  }
}
