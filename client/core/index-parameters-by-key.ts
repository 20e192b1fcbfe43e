import type { Parameters } from '#shared/site/parameter-definitions.ts';
import type { Parameter } from '#shared/site/site-contract.ts';

export const indexParametersByKey = (parameters: readonly Parameter[]): Parameters =>
  Object.fromEntries(parameters.map(({ type, value }) => [type, value])) as Parameters;
