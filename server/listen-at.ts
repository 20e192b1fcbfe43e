import type { FastifyInstance } from 'fastify';
import { OperatorFault } from '#server/operator-fault.ts';

/**
 * Listens, and answers the origin. `variable` is the setting that names the port.
 * @throws OperatorFault where the address cannot be had, with what to do about it.
 */
export async function listenAt(app: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw listenFault(error, host, port, variable);
  }
}

/** What an operator can do about an address that cannot be had; any other error as it is. */
export function listenFault(cause: unknown, host: string, port: number, variable: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return new OperatorFault(`Port ${port} of ${host} is in use. Stop what listens there, or set ${variable}.`, {
      cause,
    });
  if (code === 'EACCES')
    return new OperatorFault(`Port ${port} of ${host} is not for this user. Set ${variable} to a port above 1023.`, {
      cause,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorFault(`${host} is no address of this machine. Set HOST.`, { cause });
  return cause;
}
