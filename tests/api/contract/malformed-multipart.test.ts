import { beforeAll, describe, expect, test } from 'vitest';
import { completeApiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { seedEstates40And41, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let headers = createBearerHeader('');
beforeAll(async () => {
  await seedEstates40And41(api);
  headers = (await createCustomer(api, { role: 'SUPER_ADMIN' })).headers;
});

const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

const endpoints = Object.entries<Endpoint>(completeApiContract)
  .filter(([, { isForm, isUpload }]) => isForm || isUpload)
  .map(([name]) => name);

const filePart =
  'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nkey;name\r\n';
const fieldPart = 'Content-Disposition: form-data; name="html"\r\n\r\n<p>\r\n';
const bodies = {
  'a file without the end of the body': `--x\r\n${filePart}`,
  'a field without the end of the body': `--x\r\n${fieldPart}`,
  'a part after which the end is missing': `--x\r\n${fieldPart}--x\r\n${filePart}--x\r\n`,
  'incomplete headers of a part': '--x\r\nContent-Disposition: form-da',
};

test('at least the calls for pictures, files, previews, imports and forms receive multipart bodies', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(6);
});

describe.each(endpoints)('%s', (name) => {
  test.each(Object.entries(bodies))('responds to %s with a client error', async (_, body) => {
    const [method = '', template = ''] = name.split(' ');
    const call = withNewClientAddress({ method: method as 'POST', body, headers: { ...headers, ...multipart } });
    const { status } = await api.call(`${template.replace(/\{[^}]+\}/g, '1')}?dryRun=true`, call);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
