import { beforeAll, describe, expect, test } from 'vitest';
import { isStaffEndpoint } from '#shared/endpoint.ts';
import { expectEnvelope } from '#tests/api/contract/expect-api-response.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import {
  type FuzzCallersAndSamples,
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import { apiWritesWithoutUploads } from '#tests/support/generators/api-writes-without-uploads.ts';
import { prototypePollutionTexts } from '#tests/support/generators/create-json-body-arbitrary.ts';
import { minFuzzedCallsByTestFile } from '#tests/support/generators/fuzz-budget.ts';

const api = await startApiWithoutUrlFetches();
let callers: FuzzCallersAndSamples;
beforeAll(async () => {
  callers = await seedEstatesAndCreateFuzzCallers(api);
});

const malformedBodies: readonly (readonly [string, string, number])[] = [
  ['broken JSON', '{"a":', 400],
  ['an empty body', '', 400],
  ['two JSON values', '{}{}', 400],
  ['NaN as a number', '{"a":NaN}', 400],
  ['a list', '[]', 400],
  ['a list of objects', '[{}]', 400],
  ['a string', '"products"', 400],
  ['null', 'null', 400],
  ['a byte order mark alone', '\ufeff', 400],
  ['deeply nested lists', '['.repeat(100_000) + ']'.repeat(100_000), 400],
  ['thousands of fields', `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join()}}`, 400],
  ['the names of inherited properties', '{"constructor":1,"toString":1,"hasOwnProperty":1,"valueOf":1}', 400],
  ...prototypePollutionTexts.map((text) => ['a poisoned prototype', text, 400] as const),
  ['a body that is too large', JSON.stringify({ more: 'x'.repeat(300_000) }), 413],
];
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', null];
let calls = 0;

describe.each(apiWritesWithoutUploads.filter(({ endpoint }) => endpoint.body))(
  '$name',
  ({ name, path, method, endpoint }) => {
    const url = path.replace('{route}', 'events').replace(/\{\w+\}/g, '1');
    const sendText = async (body: string, type: string | null = 'application/json') => {
      calls++;
      const authorization = await callers.headersOf(isStaffEndpoint(endpoint) ? 'the staff' : 'a member', name);
      const headers = { ...authorization, ...(type !== null && { 'content-type': type }) };
      return api.call(url, withNewClientAddress({ method, body, headers }));
    };

    test('rejects malformed bodies', async () => {
      for (const [title, text, status] of malformedBodies) {
        const answer = await sendText(text);
        expect(answer.status, `${title}: ${answer.text.slice(0, 200)}`).toBe(status);
        expectEnvelope(answer);
      }
    });

    test('rejects other content types with 415', async () => {
      for (const type of otherTypes) {
        const answer = await sendText('{}', type);
        expect(answer.status, String(type)).toBe(415);
        expectEnvelope(answer);
      }
    });

    test('names each unknown field', async () => {
      const { errors = {} } = await sendText('{"constructor":1,"toString":1}');
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(['constructor', 'toString']));
    });
  },
);

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('the number of malformed bodies is at least that of the budget', () => {
  expect(calls).toBeGreaterThanOrEqual(minFuzzedCallsByTestFile.malformedBodies);
});
