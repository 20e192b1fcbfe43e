import type { ParameterKey } from './parameter-definitions.ts';

// These keys are in a file of their own, so that the pages load them without the definitions of all parameters.

export const socialNetworkParameterKeys = [
  'FACEBOOK_URL',
  'INSTAGRAM_URL',
  'X_URL',
  'YOUTUBE_URL',
  'LINKEDIN_URL',
  'PINTEREST_URL',
  'TIKTOK_URL',
  'TRIPADVISOR_URL',
] as const satisfies readonly ParameterKey[];
