import type { Identifier } from 'react-admin';
import type { AnyCallInput } from '#client/core/call-types.ts';
import type { createResourceEndpoints } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { sendAdminCallOrThrow } from './call-admin-api.ts';

type ResourceEndpoints = ReturnType<typeof createResourceEndpoints>;

interface ResourceCallInput extends Omit<AnyCallInput, 'params'> {
  /** Id of the item; absent for calls about the whole resource. */
  id?: Identifier;
}

const methods = { list: 'GET', read: 'GET', create: 'POST', update: 'PUT', remove: 'DELETE' } as const;

/**
 * Makes a call that every resource has. Its name follows from the resource spec, and its types are the same for all
 * resources.
 * @throws HttpError as `callAdminApi` does
 */
export async function callResourceApi<Operation extends keyof ResourceEndpoints>(
  operation: Operation,
  { name, key }: Pick<ResourceSpec<unknown>, 'name' | 'key'>,
  { id, ...input }: ResourceCallInput,
): Promise<DataOf<ResourceEndpoints[Operation]>> {
  const path = `/admin/${name}` as const;
  const isAboutItem = id !== undefined && key !== null;
  const data = await sendAdminCallOrThrow(`${methods[operation]} ${isAboutItem ? (`${path}/{key}` as const) : path}`, {
    ...input,
    ...(isAboutItem && { params: { key: id } }),
  });
  return data as DataOf<ResourceEndpoints[Operation]>;
}
