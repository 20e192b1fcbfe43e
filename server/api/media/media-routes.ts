import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { fileRoute } from './file-route.ts';
import { imageRoute } from './image-route.ts';

export interface MediaParts {
  db: Db;
  filesDir: string;
  /** For pictures in the sizes that were asked for. */
  cacheDir: string;
}

/** `/image/…` and `/file/…`: bytes instead of an envelope. */
export function mediaRoutes(app: FastifyInstance, parts: MediaParts): void {
  imageRoute(app, parts);
  fileRoute(app, parts);
}
