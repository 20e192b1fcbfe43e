import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import type { ResourceScreens } from './core/admin-screen.ts';
import { createItemAdapter, type ResourceAdapter } from './core/resource-adapter.ts';

/** Returns the calls of every resource: those of the API's resources, and those that screens define. */
export function createResourceAdapters(screens: readonly ResourceScreens[]): ReadonlyMap<string, ResourceAdapter> {
  return new Map([
    ...adminResourceSpecs.map((spec) => [spec.name, createItemAdapter(spec)] as const),
    ...screens.flatMap(({ name, adapter }) => (adapter ? [[name, adapter] as const] : [])),
  ]);
}
