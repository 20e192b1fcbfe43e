import { apiBasePath } from '#shared/api-path.ts';
import { idempotencyKeyPattern } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';

/** OpenAPI descriptions of request headers that several calls accept. */
export const openApiHeaderParametersByName = {
  idSite: {
    name: 'idSite',
    in: 'header',
    required: true,
    description: 'The site',
    schema: { type: 'integer', minimum: 1 },
  },
  userLang: {
    name: 'userLang',
    in: 'header',
    required: false,
    description: 'The language of texts; by default that of the site',
    schema: { type: 'string', enum: [...languages] },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A repeated call with the same key and body returns the first result; with another body it is a 409. Keys are kept for 30 days for orders, and for 7 days for calls of staff',
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
  },
};

/**
 * Server URLs, relative to the OpenAPI document: it is served at `/api/openapi.json` of a site and at `/openapi.json`
 * of the API.
 */
export const openApiServers = [
  { url: apiBasePath, description: 'On the origin of a site, which sets idSite and userLang itself' },
  { url: '/', description: 'The API itself' },
];
