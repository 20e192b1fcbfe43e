import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * The yardstick of a cached page: a Fastify with nothing but one route, answering the bytes of a file from memory.
 * Arguments: port, status, and for a body: file, content type, content encoding.
 */
const [port, status, file, contentType = '', contentEncoding = ''] = process.argv.slice(2);
const bytes = file ? readFileSync(file) : undefined;

const app = Fastify();
app.get('/*', (request, reply) => {
  // Whoever starts this asks for "/" to see that it is up, and wants a 200 then.
  if (!bytes) return reply.code(request.headers['if-none-match'] ? Number(status) : 200).send();
  reply.header('content-type', contentType);
  reply.header('content-encoding', contentEncoding);
  return reply.code(Number(status)).send(bytes);
});

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: Number(port), host: '127.0.0.1' });
