import { type Endpoint, idempotencyReplayHeader, isStaffEndpoint } from '#shared/endpoint.ts';
import { createSchemaReference, toEndpointSchemaId } from './openapi-ids.ts';
import type { JsonSchema } from './openapi-types.ts';

const envelope = (data: JsonSchema) => ({
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: { success: { const: true }, data, message: { type: 'string' } },
});

export const openApiFailureSchema: JsonSchema = {
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

export function describeOpenApiResponses(name: string, endpoint: Endpoint): Record<string, unknown> {
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
