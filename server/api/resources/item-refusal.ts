import type { SaveRefusal } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { Outcome } from '#shared/outcome.ts';

/**
 * The reasons why the save function of a resource can refuse an edit; the contract has a status for each:
 * - those of constraints, see `SaveRefusal`.
 * - `invalid_input`: the input violates its schema or contradicts stored data; the refusal's `issues` name the fields.
 * - `already_sent`: the item is a newsletter issue that is scheduled or was sent.
 * - `still_used_by`: the items that the refusal names use a removed value.
 * - `newsletter_named`: the consent fields of forms do not contain the new name of the newsletter list.
 * - `collection_times_left`: the address loses its type while it still has collection times.
 * - `pickup_points_missing`: a carrier delivers to pickup points, and there is none.
 */
export type ItemRefusal =
  | SaveRefusal
  | 'invalid_input'
  | 'already_sent'
  | 'still_used_by'
  | 'newsletter_named'
  | 'collection_times_left'
  | 'pickup_points_missing';

export type ItemOutcome = Outcome<null, ItemRefusal>;
