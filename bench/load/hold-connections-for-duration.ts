import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldConnectionsPlan } from './load-plan.ts';

/**
 * Opens connections whose responses are never read, as a slow or hostile client does. If this file is run as a script,
 * it reads a `HeldConnectionsPlan` from standard input and writes to standard output how often it opened a connection.
 */

/** Delay in milliseconds before a connection that was closed or refused is opened again. */
const reopenDelayMs = 20;

export async function holdConnectionsForDuration({ url, connections, durationSeconds, ...sent }: HeldConnectionsPlan) {
  const { hostname, port } = new URL(url);
  const { method = 'GET', path, headers } = sent.request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = `${method} ${path} HTTP/1.1\r\n${lines.join('')}${sent.isUnfinished ? '' : '\r\n'}`.repeat(
    sent.repetitions,
  );
  const sockets = new Set<Socket>();
  let isOver = false;
  let opened = 0;
  const open = () => {
    if (isOver) return;
    const socket = connect(Number(port), hostname, () => socket.write(bytes)).pause();
    sockets.add(socket);
    opened++;
    // Errors are ignored: servers reset connections whose responses are not read, and a close event follows each error.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, reopenDelayMs);
    });
  };
  for (let count = 0; count < connections; count++) open();
  await sleep(durationSeconds * 1_000);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return opened;
}

if (import.meta.main) {
  console.log(JSON.stringify(await holdConnectionsForDuration((await json(process.stdin)) as HeldConnectionsPlan)));
  process.exit(0);
}
