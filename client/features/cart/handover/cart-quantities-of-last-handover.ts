import { safeJsonTextStorage } from '#client/core/persistence/safe-json-text-storage.ts';
import type { CartLine } from '../persisted-cart.ts';

export type QuantitiesByVariantId = ReadonlyMap<number, number>;

const storageKey = (siteId: number): string => `cuvee-handover-${siteId}`;

export const toQuantitiesByVariantId = (
  lines: readonly Pick<CartLine, 'variantId' | 'quantity'>[],
): QuantitiesByVariantId => new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));

/**
 * Saves the quantities of the cart that this host has handed over or received. At the next handover, only the changes
 * since then are applied.
 */
export const saveHandedOverQuantities = (siteId: number, quantities: QuantitiesByVariantId): void =>
  safeJsonTextStorage.setItem(storageKey(siteId), JSON.stringify([...quantities]));

/**
 * Reads the quantities of the cart that this host has handed over or received last.
 * @returns `null` if no cart has been handed over or received at this host
 */
export function readHandedOverQuantities(siteId: number): QuantitiesByVariantId | null {
  const stored: unknown = JSON.parse(safeJsonTextStorage.getItem(storageKey(siteId)) ?? 'null');
  return Array.isArray(stored) ? new Map(stored as [number, number][]) : null;
}
