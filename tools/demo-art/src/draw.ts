import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renderBottlePicture } from './bottle.ts';
import { drawCrateWithBottles } from './crate.ts';
import { type DrawnEstate, drawnEstates } from './estates.ts';
import { writeFilm, writeFilmPoster } from './film.ts';
import { copyEstateFonts } from './font-files.ts';
import { hashToSeed } from './noise.ts';
import { printScene } from './print-scene.ts';
import { writePictureListOfMediaFolder, writeTextFile, writeWebpFile } from './write-files.ts';

const USAGE = 'npm run draw -- [estate | all] [part of a file name] [--out <folder>]';
const NEWS_SCALE = 2 / 3;

interface Picture {
  file: string;
  /** Draws and writes the picture; resolves to its size in bytes. */
  write: () => Promise<number>;
}

function picturesOf(estate: DrawnEstate, mediaDir: string): Picture[] {
  const webp = (file: string, quality: number, draw: () => Promise<Parameters<typeof writeWebpFile>[1]>): Picture => ({
    file,
    write: async () => writeWebpFile(join(mediaDir, file), await draw(), quality),
  });
  const scene = (folder: string, key: string, build: DrawnEstate['views'][string], scale: number): Picture =>
    webp(`${folder}/${key}.webp`, 70, () => printScene(build(), estate.palette, hashToSeed(key), scale));
  return [
    ...Object.entries(estate.logos).map(([key, svg]) => ({
      file: `logos/${key}.svg`,
      write: async () => writeTextFile(join(mediaDir, `logos/${key}.svg`), svg()),
    })),
    ...Object.entries(estate.views).map(([key, build]) => scene('views', key, build, 1)),
    ...Object.entries(estate.news).map(([key, build]) => scene('news', key, build, NEWS_SCALE)),
    ...estate.bottles.map((bottle) => webp(`bottles/${bottle.key}.webp`, 88, () => renderBottlePicture(bottle))),
    ...Object.entries(estate.films).flatMap(([key, shots]) => [
      { file: `films/${key}.webp`, write: () => writeFilmPoster(join(mediaDir, `films/${key}.webp`), mediaDir, shots) },
      { file: `films/${key}.mp4`, write: () => writeFilm(join(mediaDir, `films/${key}.mp4`), mediaDir, shots) },
    ]),
    ...estate.crates.map((crate) => webp(`boxes/${crate.key}.webp`, 86, () => drawCrateWithBottles(crate, estate.house))),
  ];
}

async function drawEstate(estate: DrawnEstate, mediaDir: string, namePart: string): Promise<number> {
  mkdirSync(mediaDir, { recursive: true });
  const pictures = picturesOf(estate, mediaDir).filter(({ file }) => file.includes(namePart));
  for (const { file, write } of pictures) {
    const start = Date.now();
    const size = await write();
    console.log(`${estate.name}/${file}  ${Math.round(size / 1024)} kB  ${Date.now() - start} ms`);
  }
  if (!namePart) copyEstateFonts(estate.name, mediaDir);
  await writePictureListOfMediaFolder(mediaDir);
  return pictures.length;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(import.meta.dirname, '../../../sites') } },
});
const [name = 'all', namePart = ''] = positionals;
const selected = drawnEstates.filter((estate) => name === 'all' || estate.name === name);

let drawn = 0;
for (const estate of selected) {
  drawn += await drawEstate(estate, join(resolve(values.out), estate.name, 'media'), namePart);
}
if (drawn === 0) {
  console.error(`No picture matches. Usage: ${USAGE}`);
  process.exitCode = 1;
}
