import type { ExternalAppSecretValues } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import type { CustomerLocation } from '#shared/shipping/sort-pickup-points-by-distance.ts';

export interface PickupPointSearch extends CustomerLocation {
  /** Country as ISO 3166-1 alpha-2 code. */
  country: string;
}

export interface PickupPointServiceContext {
  /**
   * The estate's keys at the service: the secret of the external application whose name is the service's id in upper
   * case, with underscores for hyphens.
   */
  secret: ExternalAppSecretValues;
  /** The language of names and opening hours. */
  lang: Lang;
  /** Aborted at the end of the time limit. */
  signal: AbortSignal;
}

/**
 * The service of a carrier that knows the pickup points of its network. Its functions run outside any transaction,
 * because they call the carrier. Points that do not match the schema `PickupPoint` are left out, and a service that
 * fails or is slow counts as having none.
 */
export interface PickupPointService {
  /**
   * Identifies the service: lower-case letters, digits and hyphens. The ids of its points begin with it and a colon.
   */
  readonly id: string;
  /** The service codes of the carriers that deliver to its points. No two services share a code. */
  readonly serviceCodes: readonly string[];
  /** Finds the pickup points around a location, at most about 50. */
  near(search: PickupPointSearch, context: PickupPointServiceContext): Promise<readonly unknown[]>;
  /** Reads the pickup point with this id, which a customer has chosen for an order; null if it does not exist. */
  byId(id: string, context: PickupPointServiceContext): Promise<unknown>;
}
