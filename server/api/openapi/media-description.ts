import { imageFormats, imageWidths } from '#shared/media/image.ts';
import type { OpenApiDocument } from './openapi-types.ts';

const common = [{ $ref: '#/components/parameters/idSite' }];
const pathParameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const queryParameter = (name: string, schema: object) => ({ name, in: 'query', required: false, schema });
const bytes = (types: readonly string[]) => ({
  description: 'The bytes',
  content: Object.fromEntries(types.map((type) => [type, {}])),
});
const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});
const id = { type: 'integer', minimum: 1 };

/** The two calls that answer bytes, which no contract describes. */
export const mediaPaths: OpenApiDocument['paths'] = {
  '/image/{id}': {
    get: {
      operationId: 'get-image',
      summary: 'A picture in a width (at most its own) and format; with the right `v` it may be kept for ever',
      tags: ['image'],
      parameters: [
        ...common,
        pathParameter('id', id),
        queryParameter('w', { type: 'integer', enum: [...imageWidths] }),
        queryParameter('format', { type: 'string', enum: [...imageFormats] }),
        queryParameter('v', { type: 'string' }),
      ],
      responses: {
        200: bytes(imageFormats.map((format) => `image/${format}`)),
        304: { description: 'The caller has it already' },
        400: failure('A width or format that there is not'),
        404: failure('There is no such picture'),
      },
    },
  },
  '/file/{id}/{name}': {
    get: {
      operationId: 'get-file',
      summary: 'A font, a drawing or a video as it is; understands a range of bytes',
      tags: ['file'],
      parameters: [
        ...common,
        pathParameter('id', id),
        pathParameter('name', { type: 'string' }),
        queryParameter('v', { type: 'string' }),
      ],
      responses: {
        200: bytes(['font/woff2', 'image/svg+xml', 'video/mp4']),
        206: bytes(['video/mp4']),
        304: { description: 'The caller has it already' },
        404: failure('There is no such file'),
        416: { description: 'The range is beyond the end' },
      },
    },
  },
};
