import type { ParameterKey } from '#shared/site/parameter-kinds.ts';

/** A service from which an estate's reviews can be fetched. */
export interface ReviewProvider {
  /** Identifies the provider; no two providers share an id. */
  readonly id: string;
  /** The parameter that holds the estate's URL or id at the service. If it is set, the estate uses this provider. */
  readonly parameter: ParameterKey;
  /** Fetches the estate's reviews, the newest first. The caller validates them with the schema `Reviews`. */
  read(setting: string, signal: AbortSignal): Promise<readonly unknown[]>;
}
