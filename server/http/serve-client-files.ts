import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface ClientFilesOptions {
  /** Folder of a client's build. */
  folder: string;
  /** URL path of the files, which is also their path in the folder. It begins and ends with a slash. */
  path: string;
}

/** Serves the files of a client's build. They are immutable, because their names change with their content. */
export async function serveClientFiles(app: FastifyInstance, { folder, path }: ClientFilesOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${folder}${path}`,
    prefix: path,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    setHeaders: (response) => response.header('x-content-type-options', 'nosniff'),
  });
}
