import { z } from 'zod';
import { CurrentUser } from '#shared/accounts/current-user.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { apiBasePath } from '#shared/api-path.ts';
import * as catalogue from '#shared/catalogue/catalogue-contract.ts';
import * as content from '#shared/content/content-endpoints.ts';
import {
  type Contract,
  type Endpoint,
  idempotencyKeyPattern,
  idempotencyReplayHeader,
  isStaffEndpoint,
} from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import * as media from '#shared/media/image.ts';
import * as newsletter from '#shared/newsletter/newsletter-contract.ts';
import * as orders from '#shared/orders/orders-contract.ts';
import * as places from '#shared/places/places-contract.ts';
import * as shipping from '#shared/shipping/shipping-contract.ts';
import { PageEntriesInput } from '#shared/site/page-tree-input.ts';
import * as site from '#shared/site/site-contract.ts';
import { openApiMediaPaths } from './openapi-media-paths.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './openapi-types.ts';

/**
 * Schemas in responses that have a separate name in the OpenAPI document. The data of each response is named after its
 * call.
 */
const namedSchemas: Record<string, z.ZodType> = {
  Image: media.Image,
  Parameter: site.Parameter,
  SiteInfo: site.SiteInfo,
  Theme: site.Theme,
  Logo: site.Logo,
  Language: site.Language,
  PageEntry: site.PageEntry,
  Page: site.Page,
  Product: catalogue.Product,
  ProductDetail: catalogue.ProductDetail,
  Declination: catalogue.Variant,
  BoxedProduct: catalogue.BoxedVariant,
  Discount: catalogue.Discount,
  Variation: catalogue.Variation,
  MealIcon: catalogue.MealIcon,
  Award: catalogue.Award,
  ProductFacets: catalogue.ProductFacets,
  ContentItem: content.ContentItem,
  ContentDetail: content.ContentDetail,
  Country: places.Country,
  City: places.City,
  CompanyAddress: places.EstateAddress,
  CurrentUser,
  NewsletterList: newsletter.NewsletterList,
  CarrierChoice: shipping.CarrierOption,
  AccessPoint: shipping.PickupPoint,
  PlacedOrder: orders.PlacedOrder,
};

/**
 * Request body schemas that the document lists by name: the recursive page tree, and the item of each admin resource
 * that has endpoints in the contract.
 */
function nameBodySchemas(contract: Contract): Record<string, z.ZodType> {
  const specs = adminResourceSpecs.filter(({ name }) => `GET /admin/${name}` in contract);
  if (specs.length === 0) return {};
  return {
    PageEntries: PageEntriesInput,
    ...Object.fromEntries(specs.map(({ name, input }) => [`${name}-item`, input])),
  };
}

const info = {
  title: 'Cuvée: the product API',
  version: '1',
  description:
    'Every call names its site in the header idSite. A response is { success, data, message }. A failure has a message ' +
    'for customers and, if fields are invalid, data.errors. Amounts are euros with VAT, dates ISO 8601 in UTC.',
};

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token from POST /login, valid at the same site. On a site’s own origin, its cookie replaces it.',
  },
};

/** The body of a form. Its parts are named after the form's fields. Files are possible in the multipart format only. */
const formContent = {
  'multipart/form-data': { schema: { type: 'object', additionalProperties: true } },
  'application/json': {
    schema: {
      type: 'object',
      additionalProperties: {
        anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { type: 'array', items: { type: 'string' } }],
      },
    },
  },
} as const;

const uploadContent = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
} as const;

const headerParameters = {
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
const openApiServers = [
  { url: apiBasePath, description: 'On the origin of a site, which sets idSite and userLang itself' },
  { url: '/', description: 'The API itself' },
];

const envelope = (data: JsonSchema) => ({
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: { success: { const: true }, data, message: { type: 'string' } },
});

const openApiFailureSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: {
    success: { const: false },
    data: {
      type: 'object',
      properties: {
        errors: {
          description: 'Error message by invalid field',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
        present: { description: 'The current item, if a save was based on an outdated revision' },
        record: {
          description: 'The TXT record of the DNS that must exist before the call succeeds',
          type: 'object',
          required: ['name', 'value'],
          properties: { name: { type: 'string' }, value: { type: 'string' } },
        },
      },
    },
    message: { type: 'string' },
  },
};

const failureDescriptions: Record<number, string> = {
  400: 'Malformed: an unknown field, filter, operator or order, or an invalid value',
  401: 'Not logged in, or wrong credentials',
  403: 'Logged in without the required role',
  404: 'No such resource or site',
  409: 'Conflict with the current state',
  413: 'Too large',
  415: 'Neither JSON nor a multipart form',
  422: 'Refused by a business rule',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

const retryAfter = {
  'Retry-After': { description: 'Seconds until the next attempt', schema: { type: 'integer', minimum: 1 } },
};

const idempotencyReplay = {
  [idempotencyReplayHeader]: {
    description: 'Present if the call was repeated with its Idempotency-Key and had no further effect',
    schema: { const: 'true' },
  },
};

const toEndpointSchemaId = (name: string, part: 'data' | 'body'): string => `${toOperationId(name)}-${part}`;

const toOperationId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const createSchemaReference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

function describeOpenApiResponses(name: string, endpoint: Endpoint): Record<string, unknown> {
  const refusals = Object.entries(endpoint.refusals ?? {});
  const statuses = new Set([400, 404, 500, 503, ...refusals.map(([, status]) => status)]);
  if (endpoint.access) statuses.add(401);
  if (isStaffEndpoint(endpoint)) statuses.add(403);
  if (endpoint.body || endpoint.isForm) for (const status of [413, 415]) statuses.add(status);
  const failures = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [
      String(status),
      {
        description: failureDescriptions[status] ?? 'Refused',
        ...(status === 429 && { headers: retryAfter }),
        content: { 'application/json': { schema: createSchemaReference('Failure') } },
      },
    ]);
  const success = {
    description: 'Success',
    ...(endpoint.isIdempotent && isStaffEndpoint(endpoint) && { headers: idempotencyReplay }),
    content: endpoint.fileType
      ? { [endpoint.fileType]: {} }
      : { 'application/json': { schema: envelope(createSchemaReference(toEndpointSchemaId(name, 'data'))) } },
  };
  return { 200: success, ...Object.fromEntries(failures) };
}

export function createOpenApiDocument(contract: Contract): OpenApiDocument {
  const responseSchemas = z.registry<{ id: string }>();
  const bodySchemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) responseSchemas.add(schema, { id });
  const paths: OpenApiDocument['paths'] = { ...openApiMediaPaths };
  for (const [id, schema] of Object.entries(nameBodySchemas(contract))) bodySchemas.add(schema, { id });
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = name.split(' ');
    if (!endpoint.fileType) responseSchemas.add(endpoint.data, { id: toEndpointSchemaId(name, 'data') });
    if (endpoint.body) bodySchemas.add(endpoint.body, { id: toEndpointSchemaId(name, 'body') });
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: openApiServers,
    paths,
    components: {
      schemas: {
        ...jsonSchemas(responseSchemas, 'output'),
        ...jsonSchemas(bodySchemas, 'input'),
        Failure: openApiFailureSchema,
      },
      parameters: headerParameters,
      securitySchemes,
    },
  };
}

/** Removes the bounds of safe integers from a JSON Schema. `z.int()` adds them, and they are of no use to a reader. */
function removeSafeIntegerBounds(schema: { minimum?: number | undefined; maximum?: number | undefined }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Omits `$id`, `$schema` and `id`. An `$id` would change the base of the references inside the schema. */
function omitSchemaIdentifiers({ $id: _id, $schema: _schema, id: _name, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/**
 * Returns the fields of a query on the wire. A list query is transformed after parsing, so its format on the wire is
 * the schema before the transformation.
 */
function wireShape(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  let wire: unknown = schema;
  while (wire instanceof z.ZodPipe) wire = wire.in;
  return wire instanceof z.ZodObject ? (wire.shape as Record<string, z.ZodType>) : {};
}

function schemaToOpenApiParameters(schema: z.ZodType | undefined, location: 'path' | 'query') {
  return Object.entries(wireShape(schema)).map(([name, each]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: parameterSchema(each),
  }));
}

/** Unwraps transformations and returns the schema of the value on the wire. */
function parameterSchema(schema: z.ZodType): JsonSchema {
  let wire: unknown = schema;
  for (;;) {
    if (wire instanceof z.ZodOptional) wire = wire.unwrap();
    else if (wire instanceof z.ZodPipe) wire = wire.in instanceof z.ZodTransform ? wire.out : wire.in;
    else break;
  }
  if (wire instanceof z.ZodDate) return { type: 'string', format: 'date-time' };
  // A coercion accepts any string, so the schema of its output describes the parameter better than that of its input.
  const io = wire instanceof z.ZodNumber ? 'output' : 'input';
  return omitSchemaIdentifiers(
    z.toJSONSchema(wire as z.ZodType, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => removeSafeIntegerBounds(jsonSchema),
    }) as JsonSchema,
  );
}

/**
 * Converts the schemas of a registry to JSON Schemas. `io` matters for fields with a default, which are optional in a
 * request body but always present in a response.
 */
function jsonSchemas(
  registry: ReturnType<typeof z.registry<{ id: string }>>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => removeSafeIntegerBounds(jsonSchema),
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, omitSchemaIdentifiers(schema as JsonSchema)]),
  );
}

function describeOperation(name: string, endpoint: Endpoint): OpenApiOperation {
  const operation: OpenApiOperation = {
    operationId: toOperationId(name),
    summary: endpoint.summary,
    tags: [name.split(' ')[1]?.split('/')[1] ?? ''],
    parameters: [
      { $ref: '#/components/parameters/idSite' },
      { $ref: '#/components/parameters/userLang' },
      ...(endpoint.isIdempotent ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
      ...schemaToOpenApiParameters(endpoint.params, 'path'),
      ...schemaToOpenApiParameters(endpoint.query, 'query'),
    ],
    responses: describeOpenApiResponses(name, endpoint),
  };
  // An empty requirement makes the session optional (OpenAPI 3.1, Security Requirement Object).
  if (endpoint.access) operation.security = endpoint.access === 'guest' ? [{ token: [] }, {}] : [{ token: [] }];
  if (endpoint.body)
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: createSchemaReference(toEndpointSchemaId(name, 'body')) } },
    };
  if (endpoint.isUpload) operation.requestBody = { required: true, content: uploadContent };
  if (endpoint.isForm) operation.requestBody = { required: true, content: formContent };
  return operation;
}
