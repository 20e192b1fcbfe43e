import { vi } from 'vitest';
import type { FieldErrors } from '#shared/envelope.ts';

interface ApiCall {
  name: string;
  body: unknown;
}

type Answer = { data: unknown } | { status: number; message: string; errors?: FieldErrors };

/**
 * Replaces `fetch` by an API that gives the answers of `answers`, by method and path, and refuses all other calls.
 * @returns the calls that were made.
 */
export function stubApi(answers: Readonly<Record<string, Answer | ((call: ApiCall) => Answer)>>): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = { name: `${method} ${url.replace('/api', '')}`, body: body ? JSON.parse(String(body)) : undefined };
    calls.push(call);
    const found = answers[call.name] ?? { status: 404, message: `no answer for ${call.name}` };
    const answer = typeof found === 'function' ? found(call) : found;
    if ('data' in answer) return Response.json({ success: true, message: '', data: answer.data });
    const { status, message, errors = {} } = answer;
    return Response.json({ success: false, message, data: { errors } }, { status });
  });
  return calls;
}
