import type { z } from 'zod';
import { buildApiPath } from '#shared/api-path.ts';
import { apiContractWithoutAdminResources } from '#shared/contract.ts';
import type { Lang } from '#shared/languages.ts';
import { maxReadsPerCall, type PageDataAnswer, type PageDataCall, type PageDataResponse } from '#shared/page-data.ts';
import type { ReadEndpointName } from '#shared/rendering.ts';
import { createUnavailableError, parseApiAnswer, parseApiResponse } from './parse-api-response.ts';
import { parseJsonOrUndefined } from './parse-json-or-undefined.ts';

/** The context of a call to the API: the site, the language and the id of the visitor's request that causes it. */
export interface ApiCallContext {
  siteId: number;
  /** Name of the site's folder. The API refuses the call if it has imported the site's id from another folder. */
  folder: string;
  lang: Lang;
  requestId: string;
}

export interface ApiReadInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

export interface ApiDataWithSize {
  data: unknown;
  /** Length of the response body in UTF-16 code units, which approximates its size. */
  bytes: number;
}

/** The page for which is read. */
export interface ExpectedPage {
  path: string;
  /** Called with the read of the page's content, before the other reads resolve. */
  onPage(name: ReadEndpointName, input: ApiReadInput, answer: ApiDataWithSize): void;
}

/**
 * Reads from the API. Reads for the same request that are made in the same turn of the event loop become one call.
 * @param page Asks for the content of the page at a path along with the others. A path outside the page tree has none.
 * @throws ApiReadError with the API's status if the API refused the call; with 503 if the API is unavailable or its
 * response is invalid.
 */
export type ReadFromApi = (
  name: ReadEndpointName,
  input: ApiReadInput,
  context: ApiCallContext,
  page?: ExpectedPage,
) => Promise<ApiDataWithSize>;

/**
 * Sends a call: with GET, or with a body that lists several reads. `isTrusted` says that the response comes from an API
 * of the same build and needs no validation.
 */
export type SendRead = (
  path: string,
  context: ApiCallContext,
  body?: string,
) => Promise<{ status: number; text: string; isTrusted: boolean }>;

interface PendingRead {
  name: ReadEndpointName;
  input: ApiReadInput;
  context: ApiCallContext;
  resolve: (answer: ApiDataWithSize) => void;
  reject: (error: unknown) => void;
}

interface ReadBatch {
  reads: PendingRead[];
  page: ExpectedPage | undefined;
}

/** Collects the reads of a request until the end of a turn of the event loop. */
export class ReadCollector {
  readonly #send: SendRead;
  readonly #waiting = new Map<string, ReadBatch>();

  constructor(send: SendRead) {
    this.#send = send;
  }

  readonly read: ReadFromApi = (name, input, context, page) => {
    const { promise, resolve, reject } = Promise.withResolvers<ApiDataWithSize>();
    const key = `${context.siteId} ${context.folder} ${context.requestId}`;
    const read = { name, input, context, resolve, reject };
    const batch = this.#waiting.get(key);
    if (batch && batch.reads.length < maxReadsPerCall) {
      batch.reads.push(read);
      batch.page ??= page;
      return promise;
    }
    const next: ReadBatch = { reads: [read], page };
    this.#waiting.set(key, next);
    setImmediate(() => {
      if (this.#waiting.get(key) === next) this.#waiting.delete(key);
      void this.#readTogether(next);
    });
    return promise;
  };

  async #readTogether({ reads, page }: ReadBatch): Promise<void> {
    const [first] = reads;
    if (!first) return;
    if (reads.length === 1 && !page) return this.#readAlone(first);
    try {
      const call: PageDataCall = { reads: reads.map(toCallRead), ...(page && { path: page.path }) };
      const { status, text, isTrusted } = await this.#send('/internal/page-data', first.context, JSON.stringify(call));
      const response = status === 200 ? (parseJsonOrUndefined(text) as PageDataResponse | undefined) : undefined;
      if (Array.isArray(response?.answers)) return settle(reads, response, isTrusted, page);
      // An older API does not know this call, and of one that fails the rest can perhaps still be read.
      if (status === 404 || status === 500) for (const read of reads) void this.#readAlone(read);
      else throw createUnavailableError(`page data: API responded with ${status}`);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  async #readAlone({ name, input, context, resolve, reject }: PendingRead): Promise<void> {
    try {
      const { status, text, isTrusted } = await this.#send(buildApiPath(name, input), context);
      resolve({ data: parseApiResponse(name, findSchema(name, isTrusted), status, text), bytes: text.length });
    } catch (error) {
      reject(error);
    }
  }
}

function settle(
  reads: readonly PendingRead[],
  { answers, page: found }: PageDataResponse,
  isTrusted: boolean,
  page?: ExpectedPage,
): void {
  if (found && page) {
    const name = found.name as ReadEndpointName;
    const answer = tryParse(name, found.answer, isTrusted);
    // The loader of the page reads again what has failed, and handles its failure.
    if (!(answer instanceof Error)) page.onPage(name, { params: found.params }, answer);
  }
  for (const [index, { name, resolve, reject }] of reads.entries()) {
    const answer = tryParse(name, answers[index] ?? { status: 503 }, isTrusted);
    if (answer instanceof Error) reject(answer);
    else resolve(answer);
  }
}

function tryParse(
  name: ReadEndpointName,
  { status, data, bytes = 0, message = '' }: PageDataAnswer,
  isTrusted: boolean,
): ApiDataWithSize | Error {
  try {
    const answer = { status, isAccepted: data !== undefined, data, message };
    return { data: parseApiAnswer(name, findSchema(name, isTrusted), answer), bytes };
  } catch (error) {
    return error as Error;
  }
}

const findSchema = (name: ReadEndpointName, isTrusted: boolean): z.ZodType | null =>
  isTrusted ? null : apiContractWithoutAdminResources[name].data;

const toCallRead = ({
  name,
  input: { params, query },
  context: { lang },
}: PendingRead): PageDataCall['reads'][number] => ({
  name,
  lang,
  ...(params && { params: toTexts(params) }),
  ...(query && { query: toTexts(query) }),
});

/** Converts parameters to texts, as they are in a URL; empty ones are left out. */
const toTexts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
