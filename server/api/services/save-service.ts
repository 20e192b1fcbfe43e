import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { readTextImages } from '#server/api/media/read-text-images.ts';
import type { FindTextImage } from '#server/api/media/text-image.ts';
import { resource } from '#server/api/resources/resource.ts';
import { renderText } from '#server/api/site/render-text.ts';
import { eurosToCents } from '#shared/money.ts';
import { ServiceInput } from '#shared/services/service-input.ts';
import { services } from './services-tables.ts';

export const toServiceRows = (
  list: readonly ServiceInput[],
  findPicture: FindTextImage,
  updatedAt: Date,
): TableRows[] => [
  createTableRows(
    services,
    list.map(({ image, body, price, ...columns }) => ({
      ...columns,
      html: renderText(body, findPicture),
      updatedAt,
      price: price === null ? null : eurosToCents(price),
      imageId: image,
    })),
  ),
];

export async function saveService(tx: SiteTx, service: ServiceInput): Promise<SaveOutcome> {
  const findPicture = await readTextImages(tx, service.body);
  return saveRowsAndNotify(tx, toServiceRows([service], findPicture, new Date()));
}

export const serviceResource = resource({
  name: 'service',
  table: services,
  key: 'id',
  keys: 'assigned',
  input: ServiceInput,
  save: saveService,
});
