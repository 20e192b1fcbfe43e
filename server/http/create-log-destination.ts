import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';
import { type BatchedLogStream, createBatchedLogStream } from './batch-lines.ts';

/**
 * The destination of the process's log: readable lines on a developer's terminal, one JSON object a line everywhere
 * else. Containers set NODE_ENV, because a container may be given a terminal as well.
 */
export function createLogDestination(isTerminal = isDevelopmentTerminal()): DestinationStream {
  return isTerminal ? createPrettyLogStream(1) : batchedLog(1);
}

export const isDevelopmentTerminal = (): boolean => process.stdout.isTTY && process.env.NODE_ENV !== 'production';

/** JSON lines, written in batches without blocking. The lines of the last batch are written when the process exits. */
function batchedLog(fd: number): BatchedLogStream {
  const file = pino.destination({ dest: fd, sync: false });
  const log = createBatchedLogStream(file);
  process.on('exit', () => log.flushSync());
  return log;
}

/** @param destination a file descriptor or a stream */
export const createPrettyLogStream = (destination: number | NodeJS.WritableStream): DestinationStream =>
  // Synchronous, so that the last lines are written before the process exits.
  pretty({ destination, sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l' });
