import { describe, expect, test } from 'vitest';
import { openApiDocument } from '#server/api/openapi/openapi-document.ts';
import { apiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';

const document = openApiDocument(apiContract);
const operations = Object.entries<Endpoint>(apiContract).map(([name, endpoint]) => {
  const [method = '', path = ''] = name.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${name} is not described`);
  return { name, endpoint, operation };
});
const schema = (id: string) => document.components.schemas[id] as { required?: string[]; [key: string]: unknown };

describe('a body', () => {
  test('is described as it is sent: what has a default may be left out', () => {
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

  test('of each call that takes one is there, and its examples of nothing are as the schema itself takes them', () => {
    for (const { name, endpoint, operation } of operations) {
      expect(operation.requestBody !== undefined, name).toBe(endpoint.body !== undefined);
      if (!endpoint.body) continue;
      const { required = [], anyOf } = schema(`${operation.operationId}-body`);
      if (!anyOf) expect(endpoint.body.safeParse({}).success, name).toBe(required.length === 0);
    }
  });
});

test('an answer has all of its fields', () => {
  expect(schema('get-user-data').required).toHaveLength(7);
  expect(schema('put-user-body').required).toEqual(['firstname', 'lastname']);
});

describe('who may call', () => {
  test('is said of every call, with the answers to everybody else', () => {
    expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
    for (const { name, endpoint, operation } of operations) {
      expect(operation.security, name).toEqual(endpoint.access ? [{ token: [] }] : undefined);
      const statuses = Object.keys(operation.responses);
      const own = Object.values(endpoint.refusals ?? {});
      expect(statuses.includes('401'), name).toBe(endpoint.access !== undefined || own.includes(401));
      expect(statuses.includes('403'), name).toBe(endpoint.access === 'staff' || own.includes(403));
    }
  });

  test('too often is told when to come again', () => {
    const limited = operations.filter(({ operation }) => '429' in operation.responses);
    expect(limited.length).toBeGreaterThan(5);
    for (const { name, operation } of limited)
      expect(operation.responses['429'], name).toHaveProperty('headers.Retry-After');
  });
});
