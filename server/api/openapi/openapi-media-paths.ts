import { technicalSheetPathPrefix } from '#shared/catalogue/technical-sheet.ts';
import { maxId } from '#shared/limits.ts';
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
const unconvertedMediaTypes = [
  'font/woff2',
  'image/svg+xml',
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/x-msvideo',
  'video/x-ms-wmv',
  'video/x-flv',
];
const id = { type: 'integer', minimum: 1, maximum: maxId };

const technicalSheet = (operationId: string, summary: string, parameters: readonly Record<string, unknown>[]) => ({
  get: {
    operationId,
    summary,
    tags: ['product'],
    parameters: [...common, { $ref: '#/components/parameters/userLang' }, ...parameters],
    responses: {
      200: bytes(['application/pdf']),
      304: { description: 'Not modified' },
      400: failure('Malformed id'),
      404: failure('No such product, or the estate offers no technical sheets'),
      500: failure('Internal error'),
      503: failure('Temporarily unavailable, or too many technical sheets are being rendered'),
    },
  },
});

/**
 * OpenAPI description of the calls for images, files and technical sheets. They return bytes, so no contract describes
 * them.
 */
export const openApiMediaPaths: OpenApiDocument['paths'] = {
  '/image/{id}': {
    get: {
      operationId: 'get-image',
      summary:
        'An image in a width (a photograph at most in its own) and format; with the current `v` it is immutable. With a width and no format, `Accept` chooses among AVIF, WebP and its own format',
      tags: ['image'],
      parameters: [
        ...common,
        pathParameter('id', id),
        queryParameter('w', { type: 'integer', enum: [...imageWidths] }),
        queryParameter('format', { type: 'string', enum: [...imageFormats] }),
        queryParameter('v', { type: 'string' }),
      ],
      responses: {
        200: bytes(['avif', ...imageFormats].map((format) => `image/${format}`)),
        304: { description: 'Not modified' },
        400: failure('Unsupported width or format'),
        404: failure('No such image'),
        500: failure('Internal error'),
        503: failure('Temporarily unavailable, or too many images are being converted'),
      },
    },
  },
  '/file/{id}/{name}': {
    get: {
      operationId: 'get-file',
      summary: 'A font, an SVG or a video, unchanged; supports byte ranges',
      tags: ['file'],
      parameters: [
        ...common,
        pathParameter('id', id),
        pathParameter('name', { type: 'string' }),
        queryParameter('v', { type: 'string' }),
      ],
      responses: {
        200: bytes(unconvertedMediaTypes),
        206: bytes(unconvertedMediaTypes),
        304: { description: 'Not modified' },
        400: failure('Malformed id or name'),
        404: failure('No such file'),
        416: { description: 'The range is beyond the end' },
        500: failure('Internal error'),
        503: failure('Temporarily unavailable'),
      },
    },
  },
  [`${technicalSheetPathPrefix}/{id}`]: technicalSheet(
    'get-product-generate-file',
    'The technical sheet of a product as a PDF',
    [pathParameter('id', id)],
  ),
  [`${technicalSheetPathPrefix}/{id}/{declinationId}`]: technicalSheet(
    'get-product-generate-file-declination',
    'The technical sheet of one declination as a PDF',
    [pathParameter('id', id), pathParameter('declinationId', id)],
  ),
};
