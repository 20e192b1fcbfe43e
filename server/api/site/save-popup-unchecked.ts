import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import { findExistingIds } from '#server/api/database/existing-ids.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable, type RowWithoutSiteId } from '#server/api/database/table-rows.ts';
import type { FindEmbeddedImage } from '#server/api/media/embedded-image.ts';
import { readEmbeddedImages } from '#server/api/media/read-embedded-images.ts';
import { refuseItemIssues } from '#server/api/resources/refuse-item-issues.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { findUnknownPopupEntries } from '#shared/site/find-unknown-popup-entries.ts';
import type { PopupInput } from '#shared/site/popup-input.ts';
import { popupResourceSpec } from '#shared/site/site-resource-specs.ts';
import { renderRichText } from './render-text.ts';
import { pageEntries, popups } from './site-tables.ts';

export const toPopupRows = (list: readonly PopupInput[], findPicture: FindEmbeddedImage): RowsOfTable[] => [
  createTableRows(
    popups,
    list.map(({ body, image, ...columns }) => ({
      ...columns,
      html: renderRichText(body, findPicture),
      imageId: image,
    })),
  ),
];

export async function savePopupUnchecked(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  return saveRowsAndNotify(tx, toPopupRows([popup], await readEmbeddedImages(tx, popup.body)));
}

/** Saves a popup, unless it names page tree entries that do not exist. */
async function savePopupOfEntries(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  const entries = await findExistingIds(tx, pageEntries, popup.pageEntries);
  return refuseItemIssues(findUnknownPopupEntries(popup, entries)) ?? savePopupUnchecked(tx, popup);
}

export const popupResource = defineResource({
  ...popupResourceSpec,
  table: popups,
  save: savePopupOfEntries,
  toInput: ({ html, imageId, ...columns }: RowWithoutSiteId<typeof popups>): PopupInput => ({
    ...columns,
    body: { html },
    image: imageId,
  }),
});
