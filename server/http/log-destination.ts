import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';

/**
 * The destination of the process's log: readable lines on a developer's terminal, one JSON object a line everywhere
 * else. Containers set NODE_ENV, because a container may be given a terminal as well.
 */
export function logDestination(
  isTerminal = process.stdout.isTTY && process.env.NODE_ENV !== 'production',
): DestinationStream {
  // Large writes: under load, lines are written in batches.
  return isTerminal ? readableLog(1) : pino.destination({ dest: 1, sync: false, maxWrite: 65_536 });
}

/** @param destination a file descriptor or a stream */
export const readableLog = (destination: number | NodeJS.WritableStream): DestinationStream =>
  // Synchronous, so that the last lines are written before the process exits.
  pretty({ destination, sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l' });
