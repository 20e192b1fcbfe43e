import type { ParameterKey } from '#shared/site/parameter-definitions.ts';

/** A service from which an estate's reviews can be fetched. */
export interface ReviewProvider {
  /** Identifies the provider; no two providers share an id. */
  readonly id: string;
  /**
   * The parameter that holds the estate's URL or id at the service. The estate uses the first registered provider whose
   * parameter is set.
   */
  readonly parameter: ParameterKey;
  /**
   * Fetches the estate's reviews, the newest first. The caller leaves out those that do not match the schema
   * `PublishedOrExternalReview`.
   * @param setting The value of the parameter.
   */
  read(setting: string, signal: AbortSignal): Promise<readonly unknown[]>;
}
