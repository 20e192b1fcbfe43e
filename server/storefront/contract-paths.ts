import { apiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';

/** `GET /news/{id}` → what its requests look like. */
const patterns = Object.entries<Endpoint>(apiContract).map(([name, { workload }]) => {
  const [method = '', path = ''] = name.split(' ');
  const form = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return { method, route: path, form: new RegExp(`^${form}$`), workload };
});

/** The contract's own writing of a path, such as `/news/{id}`; null for what is no call of the contract. */
export function contractRoute(method: string, path: string): string | null {
  const asked = method === 'HEAD' ? 'GET' : method;
  return patterns.find((pattern) => pattern.method === asked && pattern.form.test(path))?.route ?? null;
}

/** Whether the contract has the path, under whatever method. */
export const isContractPath = (path: string): boolean => patterns.some(({ form }) => form.test(path));

/** @param path With or without a query. */
export function isPasswordHashCall(method: string, path: string): boolean {
  const [pathname = ''] = path.split('?', 1);
  return patterns.some(
    (pattern) => pattern.workload === 'passwordHash' && pattern.method === method && pattern.form.test(pathname),
  );
}
