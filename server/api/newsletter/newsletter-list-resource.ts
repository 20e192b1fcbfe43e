import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { createStillUsedRefusal, type ItemKey } from '#server/api/resources/resource.ts';
import type { Localized } from '#shared/localized.ts';
import { type NewsletterListInput, newsletterListResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { refuse } from '#shared/outcome.ts';
import { newsletterLists, newsletterSubscriptions } from './newsletter-tables.ts';

/**
 * Looks up the forms that refer to a newsletter list. It is injected, because the newsletter domain must not depend on
 * forms.
 */
interface NewsletterFormLookup {
  isInForms: (tx: SiteTx, listId: number) => Promise<boolean>;
  /** Lists the titles of the forms that offer a newsletter list and whose label would not contain its name. */
  listFormsWithoutName: (tx: SiteTx, list: NewsletterListInput) => Promise<Localized[]>;
}

/**
 * Deletes a newsletter list, unless it has subscriptions or a form offers it. Subscriptions are consent records and
 * would be deleted with the list.
 */
async function deleteNewsletterList(
  tx: SiteTx,
  key: ItemKey,
  { isInForms }: NewsletterFormLookup,
): Promise<SaveOutcome> {
  if (await isInForms(tx, Number(key))) return refuse('still_referenced');
  if ((await tx.$count(newsletterSubscriptions, eq(newsletterSubscriptions.listId, Number(key)))) > 0)
    return refuse('still_referenced');
  return deleteRowByProperty(tx, newsletterLists, 'id', key);
}

/**
 * Newsletter lists. A name is refused if the label of a form that offers the list does not contain it, because the
 * form's checkbox would subscribe to another newsletter than its label says.
 */
export const defineNewsletterListResource = (forms: NewsletterFormLookup) =>
  definePlainResource(newsletterListResourceSpec, newsletterLists, {
    findRefusal: async (tx, list) => {
      const titles = await forms.listFormsWithoutName(tx, list);
      return titles.length > 0 ? createStillUsedRefusal(tx, 'newsletter_named', titles) : null;
    },
    remove: (tx, key) => deleteNewsletterList(tx, key, forms),
  });
