import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { readEmbeddedImages } from '#server/api/media/read-text-images.ts';
import type { FindEmbeddedImage } from '#server/api/media/text-image.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { renderRichText } from '#server/api/site/render-text.ts';
import { eurosToCents } from '#shared/money.ts';
import { ServiceInput } from '#shared/services/service-input.ts';
import { services } from './services-tables.ts';

export const toServiceRows = (
  list: readonly ServiceInput[],
  findPicture: FindEmbeddedImage,
  updatedAt: Date,
): TableRows[] => [
  createTableRows(
    services,
    list.map(({ image, body, price, ...columns }) => ({
      ...columns,
      html: renderRichText(body, findPicture),
      updatedAt,
      price: price === null ? null : eurosToCents(price),
      imageId: image,
    })),
  ),
];

export async function saveService(tx: SiteTx, service: ServiceInput): Promise<SaveOutcome> {
  const findPicture = await readEmbeddedImages(tx, service.body);
  return saveRowsAndNotify(tx, toServiceRows([service], findPicture, new Date()));
}

export const serviceResource = defineResource({
  name: 'service',
  table: services,
  key: 'id',
  keys: 'assigned',
  input: ServiceInput,
  save: saveService,
});
