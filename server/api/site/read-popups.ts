import { asc, eq } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { Popup, PopupRules } from '#shared/site/popup-contract.ts';
import { popups } from './site-tables.ts';

const ruleColumns = {
  id: popups.id,
  kind: popups.kind,
  startsOn: popups.startsOn,
  endsOn: popups.endsOn,
  pageKinds: popups.pageKinds,
  pageEntries: popups.pageEntries,
  delaySeconds: popups.delaySeconds,
  isShownOnEveryReload: popups.isShownOnEveryReload,
};
type RuleColumns = Pick<typeof popups.$inferSelect, keyof typeof ruleColumns>;

const rulesOf = preparedRead((db) => db.select(ruleColumns).from(popups).orderBy(asc(popups.kind), asc(popups.id)));

/** Reads the rules of all popups. Questions about the age come first, so that they are asked before other popups. */
export async function readPopupRules(tx: SiteTx): Promise<PopupRules[]> {
  const rows = await rulesOf(tx);
  return rows.map(toPopupRules);
}

/** Reads a popup. Returns null if it does not exist, has ended or is not published yet. */
export async function readPublishedPopup(
  tx: SiteTx,
  id: number,
  { pickLanguage, now }: { pickLanguage: PickLocalizedText; now: Date },
): Promise<Popup | null> {
  const [row] = await tx.select().from(popups).where(eq(popups.id, id));
  if (!row || !isPublished(row, now)) return null;
  const images = await readImagesById(tx, [row.imageId], pickLanguage);
  const { kind, title, html, imageId, button, isScrollLocked } = row;
  return {
    ...toPopupRules(row),
    kind,
    title: pickLanguage(title),
    html: pickLanguage(html),
    image: imageId === null ? null : (images.get(imageId) ?? null),
    button: button && { label: pickLanguage(button.label), url: pickLanguage(button.url) },
    isScrollLocked,
  };
}

const dayMs = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Checks whether a popup is published in any time zone, for which one day more is allowed on both sides. The browser
 * decides exactly, in the site's time zone.
 */
const isPublished = ({ startsOn, endsOn }: RuleColumns, now: Date): boolean =>
  (startsOn ?? '') <= toDay(now.getTime() + dayMs) && (endsOn ?? '9999') >= toDay(now.getTime() - dayMs);

/**
 * Converts a row to the rules of a popup. Every page of the site contains the rules, so fields without effect are left
 * out.
 */
const toPopupRules = (row: RuleColumns): PopupRules => ({
  id: row.id,
  ...(row.kind !== 'notice' && { kind: row.kind }),
  ...(row.startsOn !== null && { startsOn: row.startsOn }),
  ...(row.endsOn !== null && { endsOn: row.endsOn }),
  ...(row.pageKinds.length > 0 && { pageKinds: row.pageKinds }),
  ...(row.pageEntries.length > 0 && { pageEntries: row.pageEntries }),
  ...(row.delaySeconds !== null && { delaySeconds: row.delaySeconds }),
  ...(row.isShownOnEveryReload && { isShownOnEveryReload: true as const }),
});
