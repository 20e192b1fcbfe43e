import { z } from 'zod';
import * as accounts from '#shared/accounts/accounts-contract.ts';
import * as catalogue from '#shared/catalogue/catalogue-contract.ts';
import * as content from '#shared/content/content-contract.ts';
import type { Contract, Endpoint } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import * as media from '#shared/media/image.ts';
import * as orders from '#shared/orders/orders-contract.ts';
import * as places from '#shared/places/places-contract.ts';
import * as shipping from '#shared/shipping/shipping-contract.ts';
import * as site from '#shared/site/site-contract.ts';
import { mediaPaths } from './media-description.ts';
import { describeParameters, dropSafeBounds, withoutIdentifiers } from './openapi-parameters.ts';
import type { JsonSchema, OpenApiDocument, Operation } from './openapi-types.ts';

/** Schemas that have a name of their own in the description; the others stand where they are used. */
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
  BoxedProduct: catalogue.BoxedProduct,
  Discount: catalogue.Discount,
  Variation: catalogue.Variation,
  MealIcon: catalogue.MealIcon,
  Award: catalogue.Award,
  ProductFacets: catalogue.ProductFacets,
  NewsItem: content.NewsItem,
  NewsArticle: content.NewsArticle,
  Country: places.Country,
  City: places.City,
  CompanyAddress: places.CompanyAddress,
  CurrentUser: accounts.CurrentUser,
  NewsletterList: accounts.NewsletterList,
  CarrierChoice: shipping.CarrierChoice,
  AccessPoint: shipping.PickupPoint,
  PlacedOrder: orders.PlacedOrder,
};

const info = {
  title: 'Cuvée: the product API',
  version: '1',
  description:
    'Every call names its site with the header idSite. An answer is { success, data, message }; a failure has a message ' +
    'that a customer can read and, where fields are at fault, data.errors. Amounts are euros with VAT, dates ISO 8601 in UTC.',
};

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
    description: 'The language of texts; the site’s own by default',
    schema: { type: 'string', enum: [...languages] },
  },
};

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'What POST /login answers, at the site that answered it. On a site’s own origin its cookie does.',
  },
};

/** The OpenAPI 3.1 description of a contract, from the schemas that validate. */
export function createOpenApiDocument(contract: Contract): OpenApiDocument {
  const answers = z.registry<{ id: string }>();
  const bodies = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) answers.add(schema, { id });
  const paths: OpenApiDocument['paths'] = { ...mediaPaths };
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = name.split(' ');
    answers.add(endpoint.data, { id: schemaId(name, 'data') });
    if (endpoint.body) bodies.add(endpoint.body, { id: schemaId(name, 'body') });
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info,
    paths,
    components: {
      schemas: { ...schemasOf(answers, 'output'), ...schemasOf(bodies, 'input'), Failure: failureSchema },
      parameters: headerParameters,
      securitySchemes,
    },
  };
}

const schemaId = (name: string, part: 'data' | 'body'): string => `${operationId(name)}-${part}`;

const operationId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const reference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

/** A body is described as it is sent: what has a default may be left out of it, in an answer it is always there. */
function schemasOf(
  registry: ReturnType<typeof z.registry<{ id: string }>>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutIdentifiers(schema as JsonSchema)]),
  );
}

function describeOperation(name: string, endpoint: Endpoint): Operation {
  const described: Operation = {
    operationId: operationId(name),
    summary: endpoint.summary,
    tags: [name.split(' ')[1]?.split('/')[1] ?? ''],
    parameters: [
      { $ref: '#/components/parameters/idSite' },
      { $ref: '#/components/parameters/userLang' },
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    responses: responsesOf(name, endpoint),
  };
  if (endpoint.access) described.security = [{ token: [] }];
  if (endpoint.body)
    described.requestBody = {
      required: true,
      content: { 'application/json': { schema: reference(schemaId(name, 'body')) } },
    };
  return described;
}

const envelope = (data: JsonSchema) => ({
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: { success: { const: true }, data, message: { type: 'string' } },
});

const failureSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: {
    success: { const: false },
    data: {
      type: 'object',
      properties: { errors: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    message: { type: 'string' },
  },
};

const failureNames: Record<number, string> = {
  400: 'Malformed: a field, filter, operator or order that does not exist, or a value that is none',
  401: 'Not logged in, or not rightly',
  403: 'Logged in, but not allowed: staff alone is',
  404: 'There is no such thing, or no such site',
  409: 'In conflict with what is',
  413: 'Too large',
  415: 'Neither JSON nor a multipart form',
  422: 'A rule refused it',
  429: 'Too many requests',
  500: 'A defect',
  503: 'Not ready',
};

const retryAfter = {
  'Retry-After': { description: 'Seconds after which it may be tried again', schema: { type: 'integer', minimum: 1 } },
};

function responsesOf(name: string, endpoint: Endpoint): Record<string, unknown> {
  const refusals = Object.entries(endpoint.refusals ?? {});
  const statuses = new Set([400, 404, 500, 503, ...refusals.map(([, status]) => status)]);
  if (endpoint.access) statuses.add(401);
  if (endpoint.access === 'staff') statuses.add(403);
  if (endpoint.body) for (const status of [413, 415]) statuses.add(status);
  const failures = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [
      String(status),
      {
        description: failureNames[status] ?? 'Refused',
        ...(status === 429 && { headers: retryAfter }),
        content: { 'application/json': { schema: reference('Failure') } },
      },
    ]);
  const success = {
    description: 'Success',
    content: { 'application/json': { schema: envelope(reference(schemaId(name, 'data'))) } },
  };
  return { 200: success, ...Object.fromEntries(failures) };
}
