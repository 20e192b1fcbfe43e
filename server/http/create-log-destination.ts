import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';

/**
 * The destination of the process's log: readable lines on a developer's terminal, one JSON object a line everywhere
 * else. Containers set NODE_ENV, because a container may be given a terminal as well.
 */
export function createLogDestination(isTerminal = isReadableTerminal()): DestinationStream {
  return isTerminal ? createReadableLog(1) : pino.destination(batchedStdout);
}

export const isReadableTerminal = (): boolean => process.stdout.isTTY && process.env.NODE_ENV !== 'production';

/**
 * The request log of a busy server is written in batches: one system call per line would double the cost of a cached
 * page. sonic-boom counts the bytes of a batch again with each line, so that larger batches cost more, not less.
 */
const batchedStdout = { dest: 1, sync: false, minLength: 4_096, maxWrite: 8_192, periodicFlush: 100 };

/** @param destination a file descriptor or a stream */
export const createReadableLog = (destination: number | NodeJS.WritableStream): DestinationStream =>
  // Synchronous, so that the last lines are written before the process exits.
  pretty({ destination, sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l' });
