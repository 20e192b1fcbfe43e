import { completeApiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';

/** Sorts fixed segments before parameters, as the API's router does: `/folder/ariane` is not `/folder/{id}`. */
const toSortKey = (path: string): string => path.replace(/\{\w+\}/g, '\uffff');

const routes = Object.entries<Endpoint>(completeApiContract).flatMap(
  ([name, { fileType, workload, isForm = false, isUpload = false, aliases = [] }]) => {
    const [method = '', path = ''] = name.split(' ');
    return [path, ...aliases].map((each) => {
      const source = each.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
      return {
        method,
        route: path,
        sortKey: toSortKey(each),
        pattern: new RegExp(`^${source}$`),
        workload,
        isForm,
        isUpload,
        isFile: fileType !== undefined,
      };
    });
  },
);
routes.sort((a, b) => Number(a.sortKey > b.sortKey) - Number(a.sortKey < b.sortKey));

/** Returns the contract's route pattern for a call, such as `/news/{id}`; null if no route matches. */
export function findContractRoutePattern(method: string, path: string): string | null {
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return routes.find((route) => route.method === routeMethod && route.pattern.test(path))?.route ?? null;
}

/** Returns true if the contract has the path, with any method. */
export const isApiContractPath = (path: string): boolean => routes.some(({ pattern }) => pattern.test(path));

/** Checks whether a call hashes a password. @param path URL path, with or without a query. */
export function isPasswordHashingCall(method: string, path: string): boolean {
  const [pathname = ''] = path.split('?', 1);
  return routes.some(
    (route) => route.workload === 'passwordHash' && route.method === method && route.pattern.test(pathname),
  );
}

/** Checks whether a call downloads a file, such as a CSV export. @param path URL path, with or without a query. */
export function isFileDownloadCall(method: string, path: string): boolean {
  const [pathname = ''] = path.split('?', 1);
  return method === 'GET' && routes.some((route) => route.isFile && route.pattern.test(pathname));
}

/**
 * Checks whether a call receives a form that the gateway buffers (`Endpoint.isForm`).
 * @param route A route pattern of the contract.
 */
export const isFormRoute = (method: string, route: string): boolean =>
  routes.some((each) => each.isForm && each.method === method && each.route === route);

/** @param route A route pattern of the contract. */
export const isUploadRoute = (method: string, route: string): boolean =>
  routes.some((each) => each.isUpload && each.method === method && each.route === route);
