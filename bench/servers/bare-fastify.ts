import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * Baseline for cached pages: a Fastify application with one route that sends the bytes of a file from memory.
 * Arguments: port, status and, for a response with a body, file, content type and content encoding.
 */
const [port, status, file, contentType = '', contentEncoding = ''] = process.argv.slice(2);
const bytes = file ? readFileSync(file) : undefined;

const app = Fastify();
app.get('/*', (request, reply) => {
  // Without If-None-Match the status is always 200, which the readiness check expects; only the load generator sends
  // the header.
  if (!bytes) return reply.code(request.headers['if-none-match'] ? Number(status) : 200).send();
  reply.header('content-type', contentType);
  reply.header('content-encoding', contentEncoding);
  return reply.code(Number(status)).send(bytes);
});

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: Number(port), host: '127.0.0.1' });
