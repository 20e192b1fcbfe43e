import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HtmlSink } from '#shared/rendering.ts';
import type { SiteState } from '../cache/generations.ts';
import type { HeaderPairs } from '../cache/header-pairs.ts';
import type { HtmlCache, Made, MadeDocument } from '../cache/html-cache.ts';
import { bodyOf, chooseForm, matchedForm, type PageEntry } from '../cache/page-entry.ts';

export interface DocumentAsked {
  key: string;
  state: SiteState;
  hasQuery: boolean;
  /** What the log calls it: a path that holds no secret. */
  path: string;
  siteId: number;
  make(): Promise<Made>;
}

/** Answers with a document out of the cache, which makes it when it must. */
export async function answerDocument(
  cache: HtmlCache,
  asked: DocumentAsked,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Who only asks whether it changed, or how long it is, waits until that is known.
  const canStream = request.method === 'GET' && request.headers['if-none-match'] === undefined;
  const outcome = await cache.answer({
    key: asked.key,
    state: asked.state,
    hasQuery: asked.hasQuery,
    logTail: logTailOf(asked),
    make: asked.make,
    stream: canStream ? (document) => streamTo(reply, document) : undefined,
  });
  switch (outcome.kind) {
    case 'redirect':
      return reply.header('cache-control', 'no-cache').redirect(outcome.location, outcome.status);
    case 'streamed':
      return reply;
    case 'own':
      return answerAlone(reply, outcome.document);
    case 'entry':
      if (outcome.how === 'outage') markStale(reply, outcome.entry);
      return sendEntry(outcome.entry, request, reply);
  }
}

/** Answers with what was made for this visitor alone. */
export function answerAlone(reply: FastifyReply, document: MadeDocument): FastifyReply {
  document.write(streamTo(reply, document));
  return reply;
}

const logTailOf = ({ siteId, path }: DocumentAsked): string =>
  `,"site":${siteId},"page":${JSON.stringify(path)},"cache":"hit","msg":"request"}\n`;

function markStale(reply: FastifyReply, entry: PageEntry): void {
  reply.header('warning', '110 - "Response is Stale"');
  reply.header('age', String(Math.max(0, Math.round((Date.now() - entry.madeAt) / 1_000))));
}

async function sendEntry(entry: PageEntry, request: FastifyRequest, reply: FastifyReply) {
  const matched = entry.status === 200 ? matchedForm(entry, request.headers['if-none-match']) : undefined;
  if (matched) {
    setHeaders(reply, matched.notModified);
    return reply.code(304).send();
  }
  const form = chooseForm(entry, request.headers['accept-encoding'] as string | undefined);
  const body = await bodyOf(entry, form);
  setHeaders(reply, form.headers);
  return reply.code(entry.status).send(body);
}

function setHeaders(reply: FastifyReply, headers: HeaderPairs): void {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] as string, headers[i + 1]);
}

function streamTo(reply: FastifyReply, { status, headers }: MadeDocument): HtmlSink {
  const body = new PassThrough();
  setHeaders(reply, headers);
  reply.code(status).send(body);
  return {
    chunk: (html) => void body.write(html),
    end: () => void body.end(),
    fail: (error) => void body.destroy(error instanceof Error ? error : new Error(String(error))),
  };
}
