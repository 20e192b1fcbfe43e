import { beforeAll, describe, expect, test } from 'vitest';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi({ hasApiDocs: true });
const { call } = api;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
});

test('every endpoint of the contract has a route', () => {
  const missing = Object.keys(completeApiContract).filter((name) => {
    const [method = '', path = ''] = name.split(' ');
    return !api.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') });
  });
  expect(missing).toEqual([]);
});

describe('the idSite header', () => {
  test.each([
    ['missing', null, 400],
    ['not a number', 'forty', 400],
    ['zero', '0', 400],
    ['negative', '-40', 400],
    ['padded', '040', 400],
    ['too large', '99999999999', 400],
    ['a list', '40, 41', 400],
    ['unknown', '4242', 404],
    ['known', '40', 200],
  ])('validates a site id that is %s', async (_, site, status) => {
    const answer = await call('/site/info', { site });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.errors).toHaveProperty('idSite');
    if (status !== 200)
      expect(JSON.parse(answer.text)).toMatchObject({ success: false, message: expect.stringMatching(/\S/) });
  });

  test('finds a site immediately after its import', async () => {
    expect((await call('/site/info', { site: 77 })).status).toBe(404);
    await seedEstate(api.db, api.filesDir, { id: 77, mark: 'Late' });
    expect((await call('/site/info', { site: 77 })).status).toBe(200);
  });
});

describe('the userLang header', () => {
  test('defaults to the language of the site', async () => {
    expect((await call('/page/99')).message).toBe('Cette page n’existe pas.');
  });
  test('accepts every language of the platform', async () => {
    expect((await call('/page/99', { lang: 'en' })).message).toBe('There is no such page.');
  });
  test('rejects an unknown language and names the header', async () => {
    const answer = await call('/site/info', { lang: 'xx' });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, ['userLang']]);
  });
});

describe('a request outside the contract', () => {
  test.each([
    ['an unknown path', { url: '/nothing' }, 404],
    ['a path of the contract with another method', { url: '/product', method: 'DELETE' as const }, 404],
    ['a write to a read-only endpoint', { url: '/parameter', method: 'POST' as const, body: {} }, 404],
    ['an address that cannot be decoded', { url: '/product/%E0%A4%A' }, 400],
    ['a trailing slash', { url: '/product/' }, 400],
    [
      'broken JSON',
      {
        url: '/product/quantities',
        method: 'PUT' as const,
        body: '{"products":',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ],
    [
      'a poisoned prototype',
      {
        url: '/product/quantities',
        method: 'PUT' as const,
        body: '{"__proto__":{"a":1},"products":[]}',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ],
    [
      'a plain-text body',
      {
        url: '/product/quantities',
        method: 'PUT' as const,
        body: 'products',
        headers: { 'content-type': 'text/plain' },
      },
      415,
    ],
    [
      'a form body',
      {
        url: '/product/quantities',
        method: 'PUT' as const,
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      415,
    ],
    ['a body without a content type', { url: '/product/quantities', method: 'PUT' as const, body: '{}' }, 415],
    [
      'a body that is too large',
      { url: '/product/quantities', method: 'PUT' as const, body: { products: [], more: 'x'.repeat(300_000) } },
      413,
    ],
  ])('responds to %s with an error envelope', async (_, { url, ...options }, status) => {
    const answer = await call(url, options);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      success: false,
      data: {},
      message: expect.stringMatching(/\S{3}/),
    });
    expect(answer.text).not.toMatch(/FST_|node_modules|SyntaxError/);
  });
});

describe('an unexpected error', () => {
  test('the log contains the details of an error that the caller does not see', async () => {
    await api.db.$client.query('alter table awards rename to awards_hidden');
    const answer = await call('/award', { lang: 'en' }).finally(() =>
      api.db.$client.query('alter table awards_hidden rename to awards'),
    );
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      data: {},
      message: 'Something went wrong. Please try again later.',
    });
    expect(api.log).toContainEqual(expect.objectContaining({ msg: 'request failed', level: 50, route: '/award' }));
  });
});

describe('the request log', () => {
  test('contains a line for each request with route pattern, site and status', async () => {
    await call('/cities/secret-word/250');
    const line = api.log.findLast(({ msg }) => msg === 'request');
    expect(line).toMatchObject({
      route: '/cities/:search/:idCountry',
      site: 40,
      status: 200,
      method: 'GET',
      reqId: expect.any(String),
    });
    expect(JSON.stringify(api.log)).not.toContain('secret-word');
  });

  test('takes the request id only from a caller with the API secret', async () => {
    await call('/site/info', { headers: { 'x-request-id': 'visit-1', 'x-api-secret': testApiSecret } });
    expect(api.log.at(-1)?.reqId).toBe('visit-1');
    await call('/site/info', { headers: { 'x-request-id': 'visit-2' } });
    expect(api.log.at(-1)?.reqId).not.toBe('visit-2');
    await call('/site/info', { headers: { 'x-request-id': 'a\tb', 'x-api-secret': testApiSecret } });
    expect(api.log.at(-1)?.reqId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('GET /healthz and GET /readyz need no site', async () => {
  expect((await call('/healthz', { site: null })).text).toBe('ok\n');
  expect((await call('/readyz', { site: null })).status).toBe(200);
});

test('request metrics are labelled with the route pattern', async () => {
  await call('/product/1');
  expect(await api.metrics.registry.metrics()).toMatch(
    /cuvee_http_request_seconds_count\{app="api",method="GET",route="\/product\/:id",status="200"\}/,
  );
});

describe('the OpenAPI document', () => {
  test('describes every endpoint and has no dangling reference', async () => {
    const { text, headers } = await call('/openapi.json', { site: null });
    expect(headers['content-type']).toContain('application/json');
    const document = JSON.parse(text);
    expect(document.openapi).toBe('3.1.1');
    for (const name of Object.keys(completeApiContract)) {
      const [method = '', path = ''] = name.split(' ');
      expect(document.paths[path]?.[method.toLowerCase()], name).toBeDefined();
    }
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(references.length).toBeGreaterThan(100);
    const dangling = references.filter(
      (path) => path.split('/').reduce((at, step) => at?.[step], document) === undefined,
    );
    expect(dangling).toEqual([]);
  });

  test('declares every path parameter and has unique operation ids', async () => {
    const document = JSON.parse((await call('/openapi.json', { site: null })).text);
    const ids: string[] = [];
    for (const [path, methods] of Object.entries<
      Record<string, { operationId: string; parameters: { in?: string; name: string }[] }>
    >(document.paths)) {
      for (const operation of Object.values(methods)) {
        ids.push(operation.operationId);
        const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        expect(named, path).toEqual(placeholders);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('GET /docs/ serves Swagger UI under a policy without inline scripts and styles', async () => {
    const { text, headers } = await call('/docs/', { site: null });
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(text).not.toMatch(/<script(?! src=)|<style|style=|onclick/i);
    expect(text).toContain('<title>Cuvée: the product API</title>');
    const sources = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
    expect(sources.length).toBeGreaterThan(4);
    for (const path of sources) expect((await call(`/docs/${path}`, { site: null })).status, path).toBe(200);
    const read = async (path: string) => JSON.parse((await call(path, { site: null })).text).paths;
    const [shown, described] = [await read('/docs/json'), await read('/openapi.json')];
    const hidden: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, object>>(described)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (shown[path]?.[method]) expect(shown[path][method], path).toEqual(operation);
        else hidden.push(`${method.toUpperCase()} ${path}`);
      }
    }
    const ofStaff = Object.entries<Endpoint>(completeApiContract).filter(([, endpoint]) => isStaffEndpoint(endpoint));
    expect(hidden.sort()).toEqual(ofStaff.map(([name]) => name).sort());
  });

  test('GET /docs redirects to the trailing slash', async () => {
    const { status, headers } = await call('/docs', { site: null });
    expect({ status, location: headers.location }).toEqual({ status: 302, location: 'docs/' });
  });
});
