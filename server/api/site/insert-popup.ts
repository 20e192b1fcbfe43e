import { saveRows } from '#server/api/changes/save-rows.ts';
import { lockExistingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { findReferenceIssuesOfPopup, type PopupInput } from '#shared/site/popup-input.ts';
import { popupResourceSpec } from '#shared/site/site-resource-specs.ts';
import { renderLocalizedRichText } from './render-text.ts';
import { pageEntries, popups } from './site-tables.ts';

export const toPopupRows = (list: readonly PopupInput[], findPicture: FindTextImageAttributes): RowsOfTable[] => [
  createTableRows(
    popups,
    list.map(({ body, image, ...columns }) => ({
      ...columns,
      html: renderLocalizedRichText(body, findPicture),
      imageId: image,
    })),
  ),
];

/** Saves a popup without checking that its page tree entries exist. */
export async function insertPopup(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  return saveRows(tx, toPopupRows([popup], await readEmbeddedImageLookup(tx, popup.body)));
}

/** Saves a popup, unless it names page tree entries that do not exist. */
async function savePopupOfEntries(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  const entries = await lockExistingIds(tx, pageEntries, popup.pageEntries);
  return refuseFirstItemIssue(findReferenceIssuesOfPopup(popup, entries)) ?? insertPopup(tx, popup);
}

export const popupResource = defineResource({
  ...popupResourceSpec,
  table: popups,
  save: savePopupOfEntries,
  toInput: ({ html, imageId, ...columns }: StoredRowWithoutSiteId<typeof popups>): PopupInput => ({
    ...columns,
    body: { html },
    image: imageId,
  }),
});
