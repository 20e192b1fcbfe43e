import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiContractWithoutAdminResources, completeApiContract } from '#shared/contract.ts';
import { type Contract, type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/**
 * Content-Security-Policy for Swagger UI: scripts and styles are files of the package, icons are data URLs in its
 * stylesheet.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const callsOfVisitors: Contract = Object.fromEntries(
  Object.entries<Endpoint>(apiContractWithoutAdminResources).filter(([, endpoint]) => !isStaffEndpoint(endpoint)),
);

/** Adds a viewport to Swagger UI's page, which has none and would be shown at desktop width on a telephone. */
const viewportScript = `const viewport = document.createElement('meta');
viewport.name = 'viewport';
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);
`;

/**
 * Hides the controls for servers and authorisation, because the page cannot make calls, and lets wide tables scroll
 * inside their operation.
 */
const stylesheet = `.swagger-ui .scheme-container, .swagger-ui .authorization__btn { display: none; }
.swagger-ui .opblock-body { overflow-x: auto; }
`;

/**
 * Serves `/openapi.json` and Swagger UI at `/docs/`, for all sites. Swagger UI shows no calls of staff, because it
 * blocks the browser for minutes if a document has more than about a hundred paths.
 */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  const json = JSON.stringify(createOpenApiDocument(completeApiContract));
  const document = createOpenApiDocument(callsOfVisitors);
  app.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json),
  );
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff').header('x-robots-tag', 'noindex');
    done();
  });
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    theme: {
      title: document.info.title,
      css: [{ filename: 'cuvee.css', content: stylesheet }],
      js: [{ filename: 'viewport.js', content: viewportScript }],
    },
    uiHooks: {
      onRequest: (request, reply, done) => {
        // Links stay relative, because the gateway serves the page below `/api`.
        if (pathOf(request) === '/docs') reply.redirect('docs/');
        else done();
      },
    },
    uiConfig: {
      layout: 'BaseLayout',
      // The calls of a group are rendered when a reader opens the group, because rendering all of them takes a minute.
      docExpansion: 'none',
      // Readers cannot try out calls, because the page cannot set the headers that calls through the gateway need.
      supportedSubmitMethods: [],
    },
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';
