import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IsTrusted } from '#server/http/trusted-proxies.ts';
import type { HostIndex } from '../sites/host-index.ts';
import type { HtmlCache } from './html-cache.ts';
import type { LineBatch } from './line-batch.ts';
import { chooseForm, matchedForm } from './page-entry.ts';
import { preparedAnswers } from './prepared-answer.ts';

export interface HitLaneParts {
  hosts: () => HostIndex;
  cache: HtmlCache;
  /** null: no proxy is trusted. */
  isTrusted: IsTrusted | null;
  /** The request log; null where that is off. */
  log: Pick<LineBatch, 'add'> | null;
  /** Of the server, in milliseconds. */
  keepAliveTimeout: number;
  /** Counts an answer with this status. */
  count(status: 200 | 304): void;
}

/**
 * Answers a page that is fresh in the cache, before the framework has seen the request: host and path are looked up,
 * prepared headers and bytes are sent, one line is logged. Whatever is not plainly such a request is left alone
 * (false) and takes the full way, which comes to the same answer.
 */
export function hitLane({ hosts, cache, isTrusted, log, count, keepAliveTimeout }: HitLaneParts) {
  const sendPrepared = preparedAnswers(keepAliveTimeout);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const asked = readHeaders(request.rawHeaders);
    if (asked.host === null || (asked.isForwarded && isTrusted?.(request))) return false;
    const site = hosts().find(asked.host);
    if (site === undefined || site.redirectTo !== null) return false;
    const entry = cache.hit(site.key + url, url.includes('?'));
    if (entry === undefined) return false;

    const now = Date.now();
    const matched = matchedForm(entry, asked.ifNoneMatch);
    const form = matched ?? chooseForm(entry, asked.acceptEncoding);
    if (matched) {
      response.writeHead(304, form.notModified as string[]);
      response.end();
    } else {
      if (form.body === null) return false;
      if (!sendPrepared(request, response, form.head, form.body, now)) {
        response.writeHead(200, form.headers as string[]);
        response.end(form.body);
      }
    }
    const status = matched ? 304 : 200;
    count(status);
    log?.add(
      now,
      method === 'GET' && status === 200
        ? entry.logEnd
        : Buffer.from(`,"method":"${method}","status":${status}${entry.logTail}`),
    );
    return true;
  };
}

interface LaneHeaders {
  /** null where there is none, or more than one. */
  host: string | null;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  isForwarded: boolean;
}

/** One walk over the raw headers: parsing all of them into an object costs more than the rest of a hit. */
function readHeaders(raw: readonly string[]): LaneHeaders {
  const found: LaneHeaders = { host: null, ifNoneMatch: undefined, acceptEncoding: undefined, isForwarded: false };
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    switch (name.length) {
      case 4:
        if (isNamed(name, 'host') && ++hosts) found.host = raw[i + 1] as string;
        break;
      case 13:
        if (isNamed(name, 'if-none-match')) found.ifNoneMatch = raw[i + 1];
        break;
      case 15:
        if (isNamed(name, 'accept-encoding')) found.acceptEncoding = raw[i + 1];
        break;
      case 16:
        if (isNamed(name, 'x-forwarded-host')) found.isForwarded = true;
        break;
    }
  }
  if (hosts !== 1) found.host = null;
  return found;
}

/** Most clients write header names in lower case already: those need no other string. */
const isNamed = (name: string, wanted: string): boolean => name === wanted || name.toLowerCase() === wanted;
