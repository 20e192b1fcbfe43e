import type { FastifyInstance } from 'fastify';
import { OperatorError } from '#server/operator-error.ts';

/**
 * Starts listening and returns the origin.
 * @param variable The environment variable that sets the port, for the error message.
 * @throws OperatorError if the address is not available, with a remedy.
 */
export async function listenAt(app: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    const listenTextResolver = (address: string) =>
      `${variable === 'PORT' ? 'storefront' : 'API'} listens at ${address}`;
    return await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw describeListenError(error, host, port, variable);
  }
}

/** Turns an error of `listen` into one that names a remedy; returns any other error unchanged. */
export function describeListenError(
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
