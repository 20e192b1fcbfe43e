import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * The yardstick: a Fastify with nothing but one route, answering the bytes of a file from memory.
 * Arguments: file, content type, content encoding. Prints the port it listens on.
 */
const [file = '', contentType = 'text/html; charset=utf-8', contentEncoding = ''] = process.argv.slice(2);
const bytes = readFileSync(file);

const app = Fastify();
app.get('/*', (_request, reply) => {
  reply.header('content-type', contentType);
  if (contentEncoding) reply.header('content-encoding', contentEncoding);
  return reply.send(bytes);
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ port: app.addresses()[0]?.port }));
