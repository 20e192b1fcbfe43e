import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

interface ClientFilesOptions {
  /** Folder of a client's build, and folders that are searched after it. */
  folders: readonly string[];
  /** URL path of the files, which is also their path in each folder. It begins and ends with a slash. */
  path: string;
}

/** Serves the files of a client's build. They are immutable, because their names change with their content. */
export async function serveClientFiles(app: FastifyInstance, { folders, path }: ClientFilesOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.map((folder) => `${folder}${path}`),
    prefix: path,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    setHeaders: (response) => response.header('x-content-type-options', 'nosniff'),
  });
}
