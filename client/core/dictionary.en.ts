import catalogue from '#shared/texts/en/catalogue.json' with { type: 'json' };
import content from '#shared/texts/en/content.json' with { type: 'json' };
import places from '#shared/texts/en/places.json' with { type: 'json' };
import site from '#shared/texts/en/site.json' with { type: 'json' };
import type { Dictionary } from '#shared/texts.ts';

export const dictionary: Dictionary = { catalogue, content, places, site };
