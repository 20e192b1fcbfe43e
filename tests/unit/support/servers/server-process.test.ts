import { describe, expect, it } from 'vitest';
import { startServer, waitForServer } from '#tests/support/servers/server-process.ts';

describe('waitForServer', () => {
  it.each([
    ['exits', 'process.exit(3)', 'the server ended with 3'],
    ['is ended by a signal', "process.kill(process.pid, 'SIGKILL')", 'the server ended with SIGKILL'],
  ])('throws at once if the server %s', async (_, script, message) => {
    const server = await startServer({ env: {}, command: [process.execPath, '-e', script] });
    await expect(waitForServer(server, `http://127.0.0.1:${server.port}/`)).rejects.toThrow(message);
  });
});
