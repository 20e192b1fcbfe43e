import catalogue from '#shared/texts/fr_FR/catalogue.json' with { type: 'json' };
import content from '#shared/texts/fr_FR/content.json' with { type: 'json' };
import places from '#shared/texts/fr_FR/places.json' with { type: 'json' };
import site from '#shared/texts/fr_FR/site.json' with { type: 'json' };
import type { Dictionary } from '#shared/texts.ts';

export const dictionary: Dictionary = { catalogue, content, places, site };
