import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { renderLocalizedRichText } from '#server/api/site/render-text.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { type ServiceInput, serviceResourceSpec } from '#shared/services/service-input.ts';
import { services } from './services-tables.ts';

export const toServiceRows = (
  list: readonly ServiceInput[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] => [
  createTableRows(
    services,
    list.map(({ image, body, price, ...columns }) => ({
      ...columns,
      html: renderLocalizedRichText(body, findPicture),
      updatedAt,
      price: price === null ? null : eurosToCents(price),
      imageId: image,
    })),
  ),
];

export async function saveService(tx: SiteTx, service: ServiceInput): Promise<SaveOutcome> {
  const findPicture = await readEmbeddedImageLookup(tx, service.body);
  return saveRows(tx, toServiceRows([service], findPicture, new Date()));
}

const toServiceInput = ({
  html,
  updatedAt: _updatedAt,
  price,
  imageId,
  ...columns
}: StoredRowWithoutSiteId<typeof services>): ServiceInput => ({
  ...columns,
  body: { html },
  price: price === null ? null : centsToEuros(price),
  image: imageId,
});

export const serviceResource = defineResource({
  ...serviceResourceSpec,
  table: services,
  save: saveService,
  toInput: toServiceInput,
});
