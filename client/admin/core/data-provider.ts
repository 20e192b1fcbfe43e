import type { DataProvider } from 'react-admin';
import type { ResourceAdapter } from './resource-adapter.ts';

export function createDataProvider(adapters: ReadonlyMap<string, ResourceAdapter>): DataProvider {
  function callOf<Name extends keyof ResourceAdapter>(resource: string, name: Name): DataProvider[Name] {
    const call = adapters.get(resource)?.[name];
    if (!call) throw new Error(`the resource "${resource}" has no call "${name}"`);
    return call as DataProvider[Name];
  }
  return {
    getList: (resource, params) => callOf(resource, 'getList')(resource, params),
    getOne: (resource, params) => callOf(resource, 'getOne')(resource, params),
    getMany: (resource, params) => callOf(resource, 'getMany')(resource, params),
    getManyReference: (resource, { target, id, filter, ...params }) =>
      callOf(resource, 'getList')(resource, { ...params, filter: { ...filter, [target]: id } }),
    create: (resource, params) => callOf(resource, 'create')(resource, params),
    update: (resource, params) => callOf(resource, 'update')(resource, params),
    updateMany: async (resource, { ids, data }) => {
      for (const id of ids) await callOf(resource, 'update')(resource, { id, data, previousData: { id } });
      return { data: ids };
    },
    delete: (resource, params) => callOf(resource, 'delete')(resource, params),
    deleteMany: async (resource, { ids }) => {
      for (const id of ids) await callOf(resource, 'delete')(resource, { id });
      return { data: ids };
    },
  } as DataProvider;
}
