import { expect } from 'vitest';
import { type ApiWrite, listAllowedStatuses } from '../../support/generators/api-writes-without-uploads.ts';
import { prototypePollutionTexts } from '../../support/generators/create-json-body-arbitrary.ts';
import type { ApiResponse } from '../../support/servers/test-api.ts';

/** Expects the envelope of the API, without internals in the message and with a sentence for each invalid field. */
export function expectEnvelope(answer: ApiResponse<unknown>): void {
  const envelope = JSON.parse(answer.text);
  expect(Object.keys(envelope).sort()).toEqual(['data', 'message', 'success']);
  expect(envelope.success).toBe(answer.status === 200);
  if (answer.status === 200) return;
  expect(answer.message).toMatch(/\S{3}/);
  expect(answer.text).not.toMatch(/FST_|node_modules|SyntaxError|RangeError|TypeError|invalid input syntax/);
  // A refusal repeats little of the request, however large it was. A 409 may contain the stored item.
  if (answer.status !== 409) expect(answer.text.length).toBeLessThan(40_000);
  for (const [field, sentence] of Object.entries(answer.errors ?? {}))
    expect([typeof field, sentence]).toEqual(['string', expect.stringMatching(/\S{3}/)]);
}

/**
 * Expects a status of the contract, and 400 with the names of the invalid fields if the schemas reject the body or the
 * parameters of the path, unless the caller is refused.
 * @param text The body as it was sent
 * @param params The parameters of the path as they were sent, without URL encoding
 */
export function expectContractStatusAnd400IfInvalid(
  write: ApiWrite,
  answer: ApiResponse<unknown>,
  text: string,
  params: Readonly<Record<string, string>>,
): void {
  const context = `${write.name} answers ${answer.status}: ${answer.message} to ${text.slice(0, 300)}`;
  expect(listAllowedStatuses(write), context).toContain(answer.status);
  expectEnvelope(answer);
  if (answer.status === 401 || answer.status === 403) return;
  const { endpoint } = write;
  const hasValidParams = !endpoint.params || endpoint.params.safeParse(params).success;
  if (hasValidParams && (!endpoint.body || endpoint.body.safeParse(JSON.parse(text)).success)) return;
  expect(answer.status, context).toBe(400);
  if (prototypePollutionTexts.some((part) => text.includes(part))) return;
  expect(Object.keys(answer.errors ?? {}), answer.text).not.toEqual([]);
}
