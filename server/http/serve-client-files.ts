import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves `/assets/*` from the client build. The files are immutable, because their names change with their content. */
export async function serveClientFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${folder}/assets`,
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (response) => response.header('x-content-type-options', 'nosniff'),
  });
}
