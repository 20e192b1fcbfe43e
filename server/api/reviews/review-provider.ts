import type { ParameterKey } from '#shared/site/parameter-kinds.ts';

/** A reviews service that estates can use. */
export interface ReviewProvider {
  /** Unique among the providers. */
  readonly id: string;
  /** The parameter with the estate's address or id at the service. The provider is used if it is set. */
  readonly parameter: ParameterKey;
  /** Fetches the reviews of the estate, newest first. `Reviews` validates them. */
  read(setting: string, signal: AbortSignal): Promise<readonly unknown[]>;
}
