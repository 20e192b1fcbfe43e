import type { Bottle } from './bottle.ts';
import { domaineJuices, domainePineaux, domaineSparkling, domaineWines } from './bottles-domaine.ts';
import { willowBottles } from './bottles-willow.ts';
import { domaineCognacs } from './cognacs.ts';
import type { Crate } from './crate.ts';
import { domaineCrates, willowCrates } from './crates.ts';
import { domaine } from './domaine.ts';
import type { Shot } from './film.ts';
import { domaineFilms, willowFilms } from './films.ts';
import type { HouseStyle } from './house-style.ts';
import { favicon, footerLogo, oakMark, wideLogo, willowMark } from './logo.ts';
import { palettes } from './palettes.ts';
import type { Inks, Scene } from './press.ts';
import { domaineNews, domaineViews } from './views-domaine.ts';
import { willowNews, willowViews } from './views-willow.ts';
import { willowHill } from './willow-hill.ts';

export interface Estate {
  name: string;
  house: HouseStyle;
  palette: Inks;
  bottles: Bottle[];
  crates: Crate[];
  views: Record<string, () => Scene>;
  news: Record<string, () => Scene>;
  films: Record<string, Shot[]>;
  logos: Record<string, () => string>;
}

export const estates: Estate[] = [
  {
    name: 'domaine-des-chenes',
    house: domaine,
    palette: palettes.domaine,
    bottles: [...domaineWines, ...domaineSparkling, ...domainePineaux, ...domaineCognacs, ...domaineJuices],
    crates: domaineCrates,
    views: domaineViews,
    news: domaineNews,
    films: domaineFilms,
    logos: {
      logo: () => wideLogo(domaine, oakMark, '#3f5a2a', '#faf5e6', '#e0a526'),
      'logo-light': () => wideLogo(domaine, oakMark, '#fdf9ec', '#3f5a2a', '#e9b23c'),
      'logo-footer': () => footerLogo(domaine, oakMark, '#3f5a2a', '#faf5e6', '#e0a526'),
      favicon: () => favicon(domaine, '#3f5a2a', '#faf5e6', '#e9b23c'),
    },
  },
  {
    name: 'willow-hill',
    house: willowHill,
    palette: palettes.willow,
    bottles: willowBottles,
    crates: willowCrates,
    views: willowViews,
    news: willowNews,
    films: willowFilms,
    logos: {
      logo: () => wideLogo(willowHill, willowMark, '#2e3a42', '#f6f4ef', '#7a1f2b'),
      'logo-light': () => wideLogo(willowHill, willowMark, '#fbfaf6', '#2e3a42', '#d0b06a'),
      'logo-footer': () => footerLogo(willowHill, willowMark, '#2e3a42', '#f6f4ef', '#b08d3f'),
      favicon: () => favicon(willowHill, '#7a1f2b', '#fbfaf6', '#d0b06a'),
    },
  },
];
