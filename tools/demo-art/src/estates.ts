import type { Bottle } from './bottle.ts';
import { domaineJuices, domainePineaux, domaineSparkling, domaineWines } from './bottles-domaine.ts';
import { willowBottles } from './bottles-willow.ts';
import { domaineCognacs } from './cognacs.ts';
import type { Crate } from './crate.ts';
import { domaineCrates, willowCrates } from './crates.ts';
import { domaineBrandStyle } from './domaine.ts';
import type { Shot } from './film.ts';
import { domaineFilms, willowFilms } from './films.ts';
import type { EstateBrandStyle } from './estate-brand-style.ts';
import { drawFavicon, drawFooterLogo, drawOakEmblem, drawHeaderLogo, drawWillowEmblem } from './logo.ts';
import { inkPalettes } from './palettes.ts';
import type { InkSet, PrintScene } from './print-scene.ts';
import { domaineNewsDrawersByName, domaineViewDrawersByName } from './views-domaine.ts';
import { willowNewsDrawersByName, willowViewDrawersByName } from './views-willow.ts';
import { willowHillBrandStyle } from './willow-hill.ts';

export interface DrawnEstate {
  name: string;
  house: EstateBrandStyle;
  palette: InkSet;
  bottles: Bottle[];
  crates: Crate[];
  views: Record<string, () => PrintScene>;
  news: Record<string, () => PrintScene>;
  films: Record<string, Shot[]>;
  logos: Record<string, () => string>;
}

export const drawnEstates: DrawnEstate[] = [
  {
    name: 'domaine-des-chenes',
    house: domaineBrandStyle,
    palette: inkPalettes.domaine,
    bottles: [...domaineWines, ...domaineSparkling, ...domainePineaux, ...domaineCognacs, ...domaineJuices],
    crates: domaineCrates,
    views: domaineViewDrawersByName,
    news: domaineNewsDrawersByName,
    films: domaineFilms,
    logos: {
      logo: () => drawHeaderLogo(domaineBrandStyle, drawOakEmblem, '#3f5a2a', '#faf5e6', '#e0a526'),
      'logo-light': () => drawHeaderLogo(domaineBrandStyle, drawOakEmblem, '#fdf9ec', '#3f5a2a', '#e9b23c'),
      'logo-footer': () => drawFooterLogo(domaineBrandStyle, drawOakEmblem, '#3f5a2a', '#faf5e6', '#e0a526'),
      favicon: () => drawFavicon(domaineBrandStyle, '#3f5a2a', '#faf5e6', '#e9b23c'),
    },
  },
  {
    name: 'willow-hill',
    house: willowHillBrandStyle,
    palette: inkPalettes.willow,
    bottles: willowBottles,
    crates: willowCrates,
    views: willowViewDrawersByName,
    news: willowNewsDrawersByName,
    films: willowFilms,
    logos: {
      logo: () => drawHeaderLogo(willowHillBrandStyle, drawWillowEmblem, '#2e3a42', '#f6f4ef', '#7a1f2b'),
      'logo-light': () => drawHeaderLogo(willowHillBrandStyle, drawWillowEmblem, '#fbfaf6', '#2e3a42', '#d0b06a'),
      'logo-footer': () => drawFooterLogo(willowHillBrandStyle, drawWillowEmblem, '#2e3a42', '#f6f4ef', '#b08d3f'),
      favicon: () => drawFavicon(willowHillBrandStyle, '#7a1f2b', '#fbfaf6', '#d0b06a'),
    },
  },
];
