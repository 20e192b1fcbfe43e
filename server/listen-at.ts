import type { FastifyInstance } from 'fastify';
import { OperatorError } from '#server/operator-error.ts';

/**
 * Makes an application listen.
 * @param variable Name of the environment variable that sets the port. The error message names it, and the log calls
 * the application the storefront if it is `PORT`, otherwise the API.
 * @returns The origin at which it listens.
 * @throws OperatorError with a remedy if address or port is not available.
 */
export async function listenAt(app: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    const listenTextResolver = (address: string) =>
      `${variable === 'PORT' ? 'storefront' : 'API'} listens at ${address}`;
    return await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw toListenError(error, host, port, variable);
  }
}

/** Converts an error of `listen` to one with a remedy for the operator. Any other error is returned unchanged. */
export function toListenError(
  cause: unknown,
  host: string,
  port: number,
  variable: string,
  hostVariable = 'HOST',
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} of ${host} is in use. Stop the program that listens there, or set ${variable}.`,
      {
        cause,
      },
    );
  if (code === 'EACCES')
    return new OperatorError(
      `This user may not listen on port ${port} of ${host}. Set ${variable} to a port above 1023.`,
      {
        cause,
      },
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorError(`${host} is not an address of this machine. Set ${hostVariable} to one that is.`, {
      cause,
    });
  return cause;
}
