import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { isLang, type Lang } from '#shared/languages.ts';
import { maxReadsPerCall } from '#shared/page-data.ts';
import { answerPublicRead, type PublicReads } from './contract-route.ts';
import { sendFailure } from './send-failure.ts';
import { translate } from './server-texts.ts';

const values = z.record(z.string(), z.string()).optional();
const Read = z.object({
  name: z.string(),
  params: values,
  query: values,
  lang: z
    .string()
    .refine(isLang)
    .transform((lang) => lang as Lang),
});
type Read = z.output<typeof Read>;

const Body = z.object({
  reads: z.array(Read).min(1).max(maxReadsPerCall),
  /** The path of the page that the storefront renders. Its content is answered too, if the path is one of the page tree. */
  path: z.string().optional(),
});

/** Finds the read of a page's content by the path of the page; null if the tree has no page with content there. */
type FindPageRead = (tx: SiteTx, path: string, lang: Lang, siteLang: Lang) => Promise<Read | null>;

interface PageDataDependencies {
  db: Db;
  reads: PublicReads;
  findPageRead: FindPageRead;
}

/**
 * Registers `POST /internal/page-data`, which answers what a page needs in one call and one transaction. If one of the reads
 * fails, the call fails, and the storefront reads one by one. Callers without the API secret get a 404.
 */
export function pageDataRoute(app: FastifyInstance, dependencies: PageDataDependencies): void {
  const { db, reads, findPageRead } = dependencies;
  app.post('/internal/page-data', async (request, reply) => {
    const { isTrusted, lang } = getCaller(request);
    if (!isTrusted) return sendFailure(reply, 404, translate(lang, 'not_found'));
    const body = Body.safeParse(request.body);
    if (!body.success) return sendFailure(reply, 400, translate(lang, 'malformed.fields', { fields: 'reads' }));
    const { path } = body.data;
    const site = getRequestSite(request);
    const { answers, page } = await withSiteRead(db, site.id, async (tx) => {
      const answer = (read: Read) => answerRead(reads, read, request, tx);
      const findPage = async () => {
        const read = path === undefined ? null : await findPageRead(tx, path, lang, site.defaultLang);
        if (!read) return null;
        const { name, params } = read;
        return `{"name":${JSON.stringify(name)},"params":${JSON.stringify(params)},"answer":${await answer(read)}}`;
      };
      const [found, ...all] = await Promise.all([findPage(), ...body.data.reads.map(answer)]);
      return { answers: all, page: found };
    });
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`{"answers":[${answers}]${page ? `,"page":${page}` : ''}}`);
  });
}

/** Returns a `PageDataAnswer` as JSON. */
async function answerRead(reads: PublicReads, read: Read, request: FastifyRequest, tx: SiteTx): Promise<string> {
  const { name, params = {}, query = {}, lang } = read;
  const endpoint = reads.get(name);
  if (!endpoint) return '{"status":404}';
  const answer = await answerPublicRead(endpoint, { params, query, lang }, request, (work) => work(tx));
  if (!('data' in answer)) return JSON.stringify(answer);
  const data = JSON.stringify(answer.data);
  return `{"status":${answer.status},"bytes":${data.length},"data":${data}}`;
}
