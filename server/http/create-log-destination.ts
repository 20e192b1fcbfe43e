import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';

/**
 * Creates the destination of the process's log: readable lines on a developer's terminal, otherwise one JSON object per
 * line. NODE_ENV is checked as well, because a container may have a terminal too.
 */
export function createLogDestination(isTerminal = isDevelopmentTerminal()): DestinationStream {
  return isTerminal ? createPrettyLogStream(1) : batchedLog(1);
}

export const isDevelopmentTerminal = (): boolean => process.stdout.isTTY && process.env.NODE_ENV !== 'production';

interface BatchedLogStream extends DestinationStream {
  /** Writes all pending lines before it returns. */
  flushSync(): void;
}

/** Length of a batch in characters from which it is written at once. */
const maxBatchLength = 32_768;
const flushIntervalMs = 100;

/**
 * Collects log lines and writes them in batches, because one write per request would take a third of the time of a
 * cached page. sonic-boom's own batches (option `minLength`) take as much, because they flatten and count the whole
 * batch with each line.
 */
export function createBatchedLogStream(destination: DestinationStream & { flushSync(): void }): BatchedLogStream {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    const batch = lines.join('');
    lines = [];
    length = 0;
    destination.write(batch);
  };
  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (length >= maxBatchLength) flush();
      else timer ??= setTimeout(flush, flushIntervalMs);
    },
    flushSync() {
      flush();
      destination.flushSync();
    },
  };
}

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
