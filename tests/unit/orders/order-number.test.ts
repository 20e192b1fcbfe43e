import { describe, expect, test } from 'vitest';
import { normaliseOrderNumber } from '#shared/orders/order-number.ts';

describe('normaliseOrderNumber', () => {
  test.each([
    ['2026-00042', '2026-00042'],
    [' 2026 - 00042 ', '2026-00042'],
    ['2026\u00a0–\u202f00042', '2026-00042'],
    ['n° 2026‑00042', '2026-00042'],
    ['Commande 2026—123456.', '2026-123456'],
    ['#2026-00042', '2026-00042'],
    ['２０２６-００００７', '2026-00007'],
  ])('reads “%s” as %s', (entered, number) => {
    expect(normaliseOrderNumber(entered)).toBe(number);
  });

  test.each(['2026 00042', '2026-0042', '12026-00042', '2026-00042 or so', 'the box', '2026-00042-1'])(
    'leaves “%s” as it is',
    (entered) => {
      expect(normaliseOrderNumber(entered)).toBe(entered);
    },
  );
});
