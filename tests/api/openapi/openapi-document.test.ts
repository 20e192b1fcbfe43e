import { describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';

const document = createOpenApiDocument(completeApiContract);
const operations = Object.entries<Endpoint>(completeApiContract).map(([name, endpoint]) => {
  const [method = '', path = ''] = name.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${name} is not described`);
  return { name, endpoint, operation };
});
const schema = (id: string) => document.components.schemas[id] as { required?: string[]; [key: string]: unknown };

describe('a request body in the OpenAPI document', () => {
  test('a field with a default is optional in a request body', () => {
    const { required, properties, additionalProperties } = schema('post-register-body');
    expect(required).toEqual(['email', 'password', 'firstname', 'lastname', 'birthdate', 'acceptTerms']);
    expect(properties).toMatchObject({
      email: { type: 'string', format: 'email', maxLength: 254 },
      password: { minLength: 12, maxLength: 200 },
      birthdate: { format: 'date' },
      newsletter: { type: 'boolean', default: false },
    });
    expect(additionalProperties).toBe(false);
  });

  test('exactly the endpoints with a body declare one, with required fields unless an empty body is valid', () => {
    for (const { name, endpoint, operation } of operations) {
      expect(operation.requestBody !== undefined, name).toBe(
        Boolean(endpoint.body || endpoint.isForm || endpoint.isUpload),
      );
      if (!endpoint.body) continue;
      const { required = [], anyOf } = schema(`${operation.operationId}-body`);
      if (!anyOf) expect(endpoint.body.safeParse({}).success, name).toBe(required.length === 0);
    }
  });
});

test('the OpenAPI document names its servers and the Idempotency-Key of calls that accept it', () => {
  expect(document.servers.map(({ url }) => url)).toEqual(['/api', '/']);
  const parameter = { $ref: '#/components/parameters/idempotencyKey' };
  const idempotent = operations.filter(({ operation }) =>
    operation.parameters.some(({ $ref }) => $ref === parameter.$ref),
  );
  const names = idempotent.map(({ name }) => name);
  for (const name of ['POST /element/{route}/{id}/register', 'POST /order', 'POST /admin/order', 'POST /admin/news'])
    expect(names).toContain(name);
  expect(names).toEqual(operations.filter(({ endpoint }) => endpoint.isIdempotent).map(({ name }) => name));
  expect(document.components.parameters).toMatchObject({ idempotencyKey: { name: 'Idempotency-Key', in: 'header' } });
});

test('a response in the OpenAPI document requires all of its fields', () => {
  expect(schema('get-user-data').required).toHaveLength(7);
  expect(schema('put-user-body').required).toEqual(['firstname', 'lastname']);
});

describe('the security of the OpenAPI document', () => {
  test('declares the scheme and the 401 and 403 responses of every restricted endpoint', () => {
    expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
    for (const { name, endpoint, operation } of operations) {
      const required = endpoint.access === 'guest' ? [{ token: [] }, {}] : [{ token: [] }];
      expect(operation.security, name).toEqual(endpoint.access ? required : undefined);
      const statuses = Object.keys(operation.responses);
      const own = Object.values(endpoint.refusals ?? {});
      expect(statuses.includes('401'), name).toBe(endpoint.access !== undefined || own.includes(401));
      expect(statuses.includes('403'), name).toBe(isStaffEndpoint(endpoint) || own.includes(403));
    }
  });

  test('lets guests order without a session', () => {
    expect(document.paths['/order']?.post?.security).toEqual([{ token: [] }, {}]);
    expect(document.paths['/user']?.get?.security).toEqual([{ token: [] }]);
  });

  test('declares the Retry-After header of every 429 response', () => {
    const limited = operations.filter(({ operation }) => '429' in operation.responses);
    expect(limited.length).toBeGreaterThan(5);
    for (const { name, operation } of limited)
      expect(operation.responses['429'], name).toHaveProperty('headers.Retry-After');
  });
});

describe('a failure in the OpenAPI document', () => {
  test('has the field errors, the present item of an outdated save and the DNS record that is missing', () => {
    expect(schema('Failure').properties).toMatchObject({
      data: {
        properties: {
          errors: { type: 'object' },
          present: {},
          record: { type: 'object', required: ['name', 'value'] },
        },
      },
    });
  });

  test.each([
    ['/image/{id}', ['200', '304', '400', '404', '500', '503']],
    ['/file/{id}/{name}', ['200', '206', '304', '400', '404', '416', '500', '503']],
    ['/product/generate/file/{id}', ['200', '304', '400', '404', '500', '503']],
  ])('GET %s has every status that the call answers', (path, statuses) => {
    expect(Object.keys(document.paths[path]?.get?.responses ?? {})).toEqual(statuses);
  });
});
