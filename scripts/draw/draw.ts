import { type Bottle, drawBottle } from './bottle.ts';
import { domaineJuices, domainePineaux, domaineSparkling, domaineWines } from './bottles-domaine.ts';
import { willowBottles } from './bottles-willow.ts';
import { domaineCognacs } from './cognacs.ts';
import { type Crate, drawCrate } from './crate.ts';
import { domaineCrates, willowCrates } from './crates.ts';
import { domaine } from './domaine.ts';
import { copyFonts } from './font-files.ts';
import type { House } from './house.ts';
import { favicon, footerLogo, oakMark, wideLogo, willowMark } from './logo.ts';
import { seedOf } from './noise.ts';
import { palettes } from './palettes.ts';
import { type Inks, print, type Scene } from './press.ts';
import { writeMediaList, writeText, writeWebp } from './save.ts';
import { domaineNews, domaineViews } from './views-domaine.ts';
import { willowNews, willowViews } from './views-willow.ts';
import { willowHill } from './willow-hill.ts';

interface Site {
  name: string;
  house: House;
  palette: Inks;
  bottles: Bottle[];
  crates: Crate[];
  views: Record<string, () => Scene>;
  news: Record<string, () => Scene>;
  logos: Record<string, () => string>;
}

const sites: Site[] = [
  {
    name: 'domaine-des-chenes',
    house: domaine,
    palette: palettes.domaine,
    bottles: [...domaineWines, ...domaineSparkling, ...domainePineaux, ...domaineCognacs, ...domaineJuices],
    crates: domaineCrates,
    views: domaineViews,
    news: domaineNews,
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
    logos: {
      logo: () => wideLogo(willowHill, willowMark, '#2e3a42', '#f6f4ef', '#7a1f2b'),
      'logo-light': () => wideLogo(willowHill, willowMark, '#fbfaf6', '#2e3a42', '#d0b06a'),
      'logo-footer': () => footerLogo(willowHill, willowMark, '#2e3a42', '#f6f4ef', '#b08d3f'),
      favicon: () => favicon(willowHill, '#7a1f2b', '#fbfaf6', '#d0b06a'),
    },
  },
];

const [onlySite, onlyPicture] = process.argv.slice(2);

/** Draws a picture when it was asked for: all of them, or those whose file name holds the second argument. */
async function wanted(site: Site, file: string, draw: () => Promise<number>): Promise<void> {
  if (onlyPicture && !file.includes(onlyPicture)) return;
  const start = Date.now();
  const size = await draw();
  console.log(`${site.name}/${file}  ${Math.round(size / 1024)} kB  ${Date.now() - start} ms`);
}

for (const site of sites) {
  if (onlySite && onlySite !== site.name && onlySite !== 'all') continue;
  for (const [key, svg] of Object.entries(site.logos)) {
    const file = `logos/${key}.svg`;
    await wanted(site, file, async () => {
      const text = svg();
      writeText(site.name, file, text);
      return text.length;
    });
  }
  if (!onlyPicture) copyFonts(site.name);
  for (const [folder, scenes, scale] of [
    ['views', site.views, 1],
    ['news', site.news, 2 / 3],
  ] as const) {
    for (const [key, scene] of Object.entries(scenes)) {
      const file = `${folder}/${key}.webp`;
      await wanted(site, file, async () =>
        writeWebp(site.name, file, await print(scene(), site.palette, seedOf(key), scale), 70),
      );
    }
  }
  for (const bottle of site.bottles) {
    const file = `bottles/${bottle.key}.webp`;
    await wanted(site, file, async () => writeWebp(site.name, file, await drawBottle(bottle), 88));
  }
  for (const crate of site.crates) {
    const file = `boxes/${crate.key}.webp`;
    await wanted(site, file, async () => writeWebp(site.name, file, await drawCrate(crate, site.house), 86));
  }
  await writeMediaList(site.name);
}
