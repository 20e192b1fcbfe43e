import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { AnyCallInput } from '#client/core/call-types.ts';
import type { createResourceEndpoints, EditableItem } from '#shared/admin/admin-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { pageSize } from '#shared/limits.ts';
import { addDays, localTimeToEpochMs } from '#shared/places/local-time.ts';
import { idsFilterName, type ResourceSpec } from '#shared/resource-spec.ts';
import { sendAdminCallOrThrow } from './call-admin-api.ts';
import { fitEmptyValuesToSchema } from './fit-empty-values-to-schema.ts';

/** The calls that the screens of one resource make. A resource without a call has no screen that needs the call. */
export type ResourceAdapter = Partial<
  Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'>
>;

/** The id of the only item of a resource, such as the theme. */
export const singletonItemId = 'site';

/**
 * An item as the screens edit it: its fields, its key as `id`, and the revision on which the next save is based.
 */
export interface ItemRecord extends RaRecord {
  $revision: number;
  /** The time at which the item was archived; null for an item that is not archived. */
  $archivedAt: string | null;
  /** Facts of the item that cannot be edited, such as the size of an image; absent for resources that have none. */
  $info?: EditableItem['info'];
  /** True if the item was edited since an import wrote it, so that the next import keeps it; absent otherwise. */
  $keptByImport?: true;
}

export const toItemRecord = ({ key, revision, item, archivedAt, info, keptByImport }: EditableItem): ItemRecord => ({
  ...item,
  id: key === '' ? singletonItemId : key,
  $revision: revision,
  $archivedAt: archivedAt,
  ...(info && { $info: info }),
  ...(keptByImport && { $keptByImport: keptByImport }),
});

/** Converts the values of a form to the item that the API saves. */
export function toItemInput(
  spec: Pick<ResourceSpec<unknown>, 'key' | 'input'>,
  record: Partial<RaRecord>,
): Record<string, unknown> {
  const {
    id,
    $revision: _revision,
    $archivedAt: _archivedAt,
    $info: _info,
    $keptByImport: _keptByImport,
    ...item
  } = record;
  const values = spec.key === 'id' && id !== undefined ? { id, ...item } : item;
  return fitEmptyValuesToSchema(spec.input, values) as Record<string, unknown>;
}

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

/** Creates the calls for the items of a resource of the API under `/admin/<name>`. */
export function createItemAdapter(spec: ResourceSpec<unknown>): ResourceAdapter {
  const read = async (id: Identifier) => toItemRecord(await callResourceApi('read', spec, { id }));
  const save = async (id: Identifier, data: Partial<RaRecord>) => {
    const body = { revision: Number(data.$revision ?? 0), item: toItemInput(spec, data) };
    const saved = await callResourceApi('update', spec, { id, body });
    return read(saved.key === '' ? singletonItemId : saved.key);
  };
  return {
    getList: (async (_resource, { pagination, sort, filter, signal }) => {
      const { items, total } = await callResourceApi('list', spec, {
        query: toListQuery({ pagination, sort, filter }, spec.list.orders),
        signal,
      });
      return { data: items.map(toItemRecord), total };
    }) as DataProvider['getList'],
    getOne: (async (_resource, { id }) => ({ data: await read(id) })) as DataProvider['getOne'],
    getMany: (async (_resource, { ids }) => ({
      data: await (spec.key === 'id' && ids.length > 1 ? readByIds(spec, ids) : readExisting(ids, read)),
    })) as DataProvider['getMany'],
    create: (async (_resource, { data, meta }) => {
      const { key } = await callResourceApi('create', spec, {
        body: { item: toItemInput(spec, data) },
        idempotencyKey: (meta as { idempotencyKey?: string } | undefined)?.idempotencyKey,
      });
      return { data: await read(key) };
    }) as DataProvider['create'],
    update: (async (_resource, { id, data }) => ({ data: await save(id, data) })) as DataProvider['update'],
    delete: (async (_resource, { id, previousData }) => {
      const revision = Number(previousData?.$revision ?? (await read(id)).$revision);
      await callResourceApi('remove', spec, { id, query: { revision } });
      return { data: previousData };
    }) as DataProvider['delete'],
  };
}

/** Reads items by their ids with as few calls as the size of a page allows, without those that do not exist. */
async function readByIds(spec: ResourceSpec<unknown>, ids: readonly Identifier[]): Promise<ItemRecord[]> {
  const starts = Array.from({ length: Math.ceil(ids.length / pageSize.max) }, (_, page) => page * pageSize.max);
  const lists = await Promise.all(
    starts.map((start) => {
      const page = ids.slice(start, start + pageSize.max);
      return callResourceApi('list', spec, { query: { [idsFilterName]: page.join(','), nbItem: page.length } });
    }),
  );
  return lists.flatMap(({ items }) => items.map(toItemRecord));
}

/** Reads items by their keys. A referenced item may have been deleted since, so a missing item is left out. */
async function readExisting(ids: readonly Identifier[], read: (id: Identifier) => Promise<ItemRecord>) {
  const results = await Promise.allSettled(ids.map(read));
  const failed = results.find(
    (result) => result.status === 'rejected' && (result.reason as { status?: number }).status !== 404,
  );
  if (failed?.status === 'rejected') throw failed.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** The `meta` of a list's query with filters by day: the time zone of the estate, whose days they are. */
export interface DayFilterMeta {
  timeZone: string;
}

/** Converts the days `from` and `until` (`YYYY-MM-DD`, included) to filters of a time. */
export function toDayFilters(
  field: string,
  { from, until }: { from?: string | undefined; until?: string | undefined },
  timeZone: string,
): Record<string, string> {
  const startOf = (day: string) => new Date(localTimeToEpochMs(day, '00:00', timeZone)).toISOString();
  return {
    ...(from && { [`gte:${field}`]: startOf(from) }),
    ...(until && { [`lt:${field}`]: startOf(addDays(until, 1)) }),
  };
}

interface ListParams {
  pagination?: { page: number; perPage: number };
  sort?: { field: string; order: 'ASC' | 'DESC' };
  filter?: Record<string, unknown>;
}

/**
 * Converts the parameters of a list to the API's list query. A sort order that the API does not support is left out.
 * @param orders The fields by which the API can sort the list.
 */
export function toListQuery({ pagination, sort, filter }: ListParams, orders: readonly string[]) {
  const isOrderable = sort !== undefined && orders.includes(sort.field);
  const filters = Object.entries(filter ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : String(value ?? ''),
  ]);
  return {
    ...(Object.fromEntries(filters) as Record<string, string>),
    page: pagination?.page ?? 1,
    nbItem: pagination?.perPage ?? 25,
    ...(isOrderable && { orderBy: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
  };
}
