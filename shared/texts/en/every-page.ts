import catalogue from './catalogue.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };
import site from './site.json' with { type: 'json' };

/** The texts that every page needs, as one chunk of the browser's code. */
export const dictionary = { catalogue, places, site };
