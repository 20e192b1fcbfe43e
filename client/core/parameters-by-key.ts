import type { Parameters } from '#shared/site/parameter-types.ts';
import type { Parameter } from '#shared/site/site-contract.ts';

export const parametersByKey = (parameters: readonly Parameter[]): Parameters =>
  Object.fromEntries(parameters.map(({ type, value }) => [type, value])) as Parameters;
