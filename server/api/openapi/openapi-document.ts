import { z } from 'zod';
import { CurrentUser } from '#shared/accounts/current-user.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import * as catalogue from '#shared/catalogue/catalogue-contract.ts';
import * as content from '#shared/content/content-endpoints.ts';
import type { Contract, Endpoint } from '#shared/endpoint.ts';
import * as media from '#shared/media/image.ts';
import * as newsletter from '#shared/newsletter/newsletter-contract.ts';
import * as orders from '#shared/orders/orders-contract.ts';
import * as places from '#shared/places/places-contract.ts';
import * as shipping from '#shared/shipping/shipping-contract.ts';
import { PageEntriesInput } from '#shared/site/page-tree-input.ts';
import * as site from '#shared/site/site-contract.ts';
import { openApiHeaderParametersByName, openApiServers } from './openapi-headers.ts';
import { createSchemaReference, toEndpointSchemaId, toOperationId } from './openapi-ids.ts';
import { openApiMediaPaths } from './openapi-media-paths.ts';
import { omitSchemaIdentifiers, removeSafeIntegerBounds, schemaToOpenApiParameters } from './openapi-parameters.ts';
import { describeOpenApiResponses, openApiFailureSchema } from './openapi-responses.ts';
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

/** Creates the OpenAPI 3.1 document of a contract from its validation schemas. */
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
      parameters: openApiHeaderParametersByName,
      securitySchemes,
    },
  };
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
