import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { QueueFullError } from '#server/http/limiter.ts';
import { createUploadSpool } from '#server/storefront/gateway/spool-upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuvee-spool-'));
afterAll(() => rm(folder, { recursive: true }));

const sender = { siteId: 40, network: '192.0.2.1' };
const content = 'bytes of a picture';

const createRequest = (): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from(content)]), {
    headers: { 'content-length': String(content.length) },
    complete: true,
  }) as unknown as IncomingMessage;

describe('createUploadSpool', () => {
  it('forwards the received file and deletes it afterwards', async () => {
    const spool = await createUploadSpool(folder);
    expect(await spool(createRequest(), sender, (body) => text(body))).toBe(content);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('closes and deletes a file that is not forwarded because the queue is full', async () => {
    const spool = await createUploadSpool(folder);
    const bodies: Readable[] = [];
    const forward = (body: Readable) => {
      bodies.push(body);
      return Promise.reject(new QueueFullError('too many calls'));
    };
    await expect(spool(createRequest(), sender, forward)).rejects.toThrow(QueueFullError);
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['an error of the file', { complete: false }, 'ENOENT'],
    ['an aborted request', { complete: false, fails: true }, 'ClientDisconnectedError'],
  ])(
    'rejects with the cause of %s',
    async (_case, { complete, fails }: { complete: boolean; fails?: boolean }, expected) => {
      const missing = mkdtempSync(join(tmpdir(), 'cuvee-spool-'));
      const spool = await createUploadSpool(missing);
      if (!fails) await rm(missing, { recursive: true });
      const request = Object.assign(createRequest(), { complete });
      if (fails) request.destroy(new Error('aborted'));
      const error = await spool(request, sender, (body) => text(body)).catch((reason: unknown) => reason);
      expect([(error as NodeJS.ErrnoException).code, (error as Error).constructor.name]).toContain(expected);
      await rm(missing, { recursive: true, force: true });
    },
  );
});
