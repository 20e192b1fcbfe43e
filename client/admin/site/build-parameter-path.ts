import type { ParameterKey } from '#shared/site/parameter-definitions.ts';

/**
 * Builds the URL path of a parameter's form.
 * @param isSet False for a parameter that the site has not set yet, which has the form of a new item.
 */
export const buildParameterPath = (type: ParameterKey, isSet: boolean): string =>
  isSet ? `/parameter/${type}` : `/parameter/create?source=${encodeURIComponent(JSON.stringify({ type }))}`;
