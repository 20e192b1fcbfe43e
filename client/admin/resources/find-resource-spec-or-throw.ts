import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';

export function findResourceSpecOrThrow(name: string): ResourceSpec<unknown> {
  const spec = adminResourceSpecs.find((candidate) => candidate.name === name);
  if (!spec) throw new Error(`there is no resource "${name}"`);
  return spec;
}
