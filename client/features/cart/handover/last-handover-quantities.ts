import { safeJsonStorage } from '#client/core/persistence/safe-json-storage.ts';
import type { CartLine } from '../persisted-cart.ts';

/** Quantities of cart lines by variant id. */
export type QuantitiesByVariantId = ReadonlyMap<number, number>;

const storageKey = (siteId: number): string => `cuvee-handover-${siteId}`;

export const toQuantitiesByVariantId = (
  lines: readonly Pick<CartLine, 'variantId' | 'quantity'>[],
): QuantitiesByVariantId => new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));

/**
 * Saves the quantities that the carts of both hosts have after a handover. At the next one, only later changes of one
 * host are added to the cart of the other.
 */
export const saveLastHandoverQuantities = (siteId: number, quantities: QuantitiesByVariantId): void =>
  safeJsonStorage.setItem(storageKey(siteId), JSON.stringify([...quantities]));

/**
 * Reads the quantities of the cart at the last handover.
 * @returns `null` if no cart has been handed over or received at this host
 */
export function readLastHandoverQuantities(siteId: number): QuantitiesByVariantId | null {
  const stored: unknown = JSON.parse(safeJsonStorage.getItem(storageKey(siteId)) ?? 'null');
  return Array.isArray(stored) ? new Map(stored as [number, number][]) : null;
}
