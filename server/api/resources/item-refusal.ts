import type { SaveRefusal } from '#server/api/database/save-rows.ts';
import type { Outcome } from '#shared/outcome.ts';

/**
 * The refusals with which the save function of a resource can answer; the contract has a status for each. Those of
 * constraints are in `SaveRefusal`. `invalid_input`: the input violates its schema or contradicts stored data; the refusal's
 * `issues` name the fields. `already_sent`: the item is a newsletter issue that is scheduled or was sent. `still_used_by`:
 * the refusal's values name the items that use what the input removes. `newsletter_named`: forms contain the earlier name of
 * a newsletter list. `collection_times_left`: orders are collected at an address. `pickup_points_missing`: a carrier delivers
 * to pickup points, and there is none.
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
