import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * Baseline for cached pages: a Fastify application with one route that sends a stored response from memory, with the
 * same headers and bytes as the storefront, so that both cost the load generator the same.
 * Arguments: port, JSON file with status and headers and, for a response with a body, its file.
 */
const [port, responseFile = '', bodyFile] = process.argv.slice(2);
const stored: { status: number; headers: Record<string, string> } = JSON.parse(readFileSync(responseFile, 'utf8'));
const bytes = bodyFile ? readFileSync(bodyFile) : undefined;

const app = Fastify();
app.get('/*', (request, reply) => {
  // Without If-None-Match the status is always 200, which the readiness check expects; only the load generator sends
  // the header.
  if (!bytes && !request.headers['if-none-match']) return reply.code(200).send();
  return reply.code(stored.status).headers(stored.headers).send(bytes);
});

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: Number(port), host: '127.0.0.1' });
