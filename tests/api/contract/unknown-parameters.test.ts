import { beforeAll, describe, expect, test } from 'vitest';
import { completeApiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import {
  type FuzzCallersAndSamples,
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import { buildPathFromEncodedValues } from '#tests/support/generators/api-parameters.ts';

const api = await startApiWithoutUrlFetches();
let callers: FuzzCallersAndSamples;
beforeAll(async () => {
  callers = await seedEstatesAndCreateFuzzCallers(api);
});

/** Values that are valid in the path where 1 is not. */
const pathValues = { year: '2027', token: 'x'.repeat(43) };

const reads = Object.entries<Endpoint>(completeApiContract).filter(([name]) => name.startsWith('GET '));

describe('an unknown query parameter', () => {
  test.each(reads.map(([name, { access }]) => [name, access] as const))(
    'is refused by name by %s',
    async (name, access) => {
      const path = buildPathFromEncodedValues({ path: name.slice('GET '.length) }, pathValues);
      const headers = access ? await callers.headersOf('the staff', name) : {};
      const answer = await api.call(`${path}?unheard=1`, withNewClientAddress({ headers }));
      expect(answer.status, answer.text).toBe(400);
      expect(Object.keys(answer.errors ?? {})).toContain('unheard');
    },
  );
});
