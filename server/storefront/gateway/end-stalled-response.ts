import type { ServerResponse } from 'node:http';

export interface StalledResponseLimits {
  checkEveryMs: number;
  /** Minimum bytes that a client must read between two checks. */
  minBytes: number;
}

/**
 * The limit is 1 KiB/s on average, far below any usable connection. A player that pauses a video resumes with a range
 * request.
 */
const defaultLimits: StalledResponseLimits = { checkEveryMs: 15_000, minBytes: 16 * 1024 };

/** Closes the connection of a client that reads a streamed response too slowly, because the stream holds a connection to the API. */
export function endResponseWhenStalled(
  response: ServerResponse,
  { checkEveryMs, minBytes }: StalledResponseLimits = defaultLimits,
): void {
  let bytesBefore = bytesSent(response);
  const timer = setInterval(() => {
    const bytes = bytesSent(response);
    // Without unsent bytes the response waits for the API, which has a timeout of its own.
    const isStalled = response.writableLength > 0 && bytes - bytesBefore < minBytes;
    bytesBefore = bytes;
    if (isStalled) response.destroy();
  }, checkEveryMs);
  response.once('close', () => clearInterval(timer));
}

const bytesSent = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);
