import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of the loopback interface that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the operating system assigned no TCP port');
  return address.port;
}
