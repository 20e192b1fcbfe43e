import type { ServerResponse } from 'node:http';

export interface StalledResponseLimits {
  checkEveryMs: number;
  /** Minimum number of bytes that a client must read between two checks. */
  minBytes: number;
}

/**
 * The default limit is 1 KiB/s on average, far below any usable connection. A player that pauses a video resumes later
 * with a range request.
 */
const defaultLimits: StalledResponseLimits = { checkEveryMs: 15_000, minBytes: 16 * 1024 };

/**
 * Closes the connection of a client that reads a streamed response too slowly, because the stream occupies a connection
 * to the API.
 */
export function destroyResponseWhenStalled(
  response: ServerResponse,
  { checkEveryMs, minBytes }: StalledResponseLimits = defaultLimits,
): void {
  let bytesBefore = bytesSent(response);
  const timer = setInterval(() => {
    const bytes = bytesSent(response);
    // If all bytes are sent, the response waits for the API, whose connection has a separate timeout.
    const isStalled = response.writableLength > 0 && bytes - bytesBefore < minBytes;
    bytesBefore = bytes;
    if (isStalled) response.destroy();
  }, checkEveryMs);
  response.once('close', () => clearInterval(timer));
}

const bytesSent = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);
