import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** `/assets/*`: files of the client build, whose names change with their content; also as they were compressed then. */
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
