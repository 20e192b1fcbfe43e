import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';
import { type BatchedLogStream, createBatchedLogStream } from './batched-log-stream.ts';

/**
 * Creates the destination of the process's log: readable lines on a developer's terminal, otherwise one JSON object per
 * line. NODE_ENV is checked as well, because a container may have a terminal too.
 */
export function createLogDestination(isTerminal = isDevelopmentTerminal()): DestinationStream {
  return isTerminal ? createPrettyLogStream(1) : batchedLog(1);
}

export const isDevelopmentTerminal = (): boolean => process.stdout.isTTY && process.env.NODE_ENV !== 'production';

/** Writes JSON lines in batches, without blocking. The last batch is written when the process exits. */
function batchedLog(fd: number): BatchedLogStream {
  const file = pino.destination({ dest: fd, sync: false });
  const log = createBatchedLogStream(file);
  process.on('exit', () => log.flushSync());
  return log;
}

/** Creates a log of readable lines for a terminal. @param destination A file descriptor or a stream. */
export const createPrettyLogStream = (destination: number | NodeJS.WritableStream): DestinationStream =>
  // Lines are written synchronously, so that the last lines are written before the process exits.
  pretty({ destination, sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l' });
