import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createPrettyLogStream } from '#server/http/create-log-destination.ts';
import { createLogger } from '#server/http/logger.ts';

test('createPrettyLogStream writes readable lines with level, message and fields to a terminal', async () => {
  const output = new PassThrough();
  const stream = createPrettyLogStream(output);
  const logger = createLogger('info', stream);
  logger.info({ site: 40 }, 'site imported');
  logger.error({ err: new Error('connection refused') }, 'job failed');
  // One chunk of the stream may contain several lines, so it is split.
  stream.write('{"level":30,"time":0,"msg":"request"}\n{"level":30,"time":0,"msg":"second request"}\n');
  await new Promise((resolve) => setTimeout(resolve, 100));
  output.end();
  const written = await text(output);
  expect(written).not.toMatch(/^\{/m);
  for (const part of [
    'INFO: site imported',
    '"site":40',
    'ERROR: job failed',
    'connection refused',
    'INFO: request',
    'second request',
  ])
    expect(written).toContain(part);
});
