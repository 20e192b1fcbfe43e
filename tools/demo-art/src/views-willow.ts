import { medals } from './news-awards.ts';
import { concert } from './news-concert.ts';
import { cycling } from './news-cycling.ts';
import { vendanges } from './news-estate.ts';
import { frost } from './news-frost.ts';
import type { Scene } from './press.ts';
import { willowHands } from './view-baskets.ts';
import { cellar } from './view-cellar.ts';
import { village } from './view-village.ts';
import { mist } from './view-vines.ts';
import { picnic, willowEstate } from './view-willow.ts';

export const willowViews: Record<string, () => Scene> = {
  estate: willowEstate,
  'vines-in-mist': mist,
  cellar,
  picnic,
  village,
  hands: willowHands,
};

export const willowNews: Record<string, () => Scene> = {
  harvest: vendanges,
  concert,
  medals,
  cycling,
  frost,
};
