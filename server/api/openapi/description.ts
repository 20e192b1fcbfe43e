import type { FastifyInstance } from 'fastify';
import { apiContract } from '#shared/contract.ts';
import { descriptionPage } from './description-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** What the page may do: nothing but look as its stylesheet says. */
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `/openapi.json` and the same to read at `/docs`, without a script. Made when first asked for, once: the contract does
 * not change while the process runs. Neither belongs to a site.
 */
export function describeApi(app: FastifyInstance): void {
  let made: { json: string; html: string } | undefined;
  const description = () => {
    if (!made) {
      const document = openApiDocument(apiContract);
      made = { json: JSON.stringify(document), html: descriptionPage(document) };
    }
    return made;
  };
  app.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description().json),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(description().html),
  );
}
