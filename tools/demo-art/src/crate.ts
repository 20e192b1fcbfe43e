import sharp, { type OverlayOptions } from 'sharp';
import { type Bottle, renderBottlePicture } from './bottle.ts';
import type { EstateBrandStyle } from './estate-brand-style.ts';
import { sampleFractalNoise } from './noise.ts';
import type { RawRgbaPicture } from './render-bottle.ts';
import { drawTextLine } from './type.ts';

export interface Crate {
  key: string;
  /** Bottles from left to right. */
  bottles: Bottle[];
  text: string;
  wood: [number, number, number];
  branded: string;
}

const GAP = 26;
const WALL = 56;

/** Draws a wooden board with visible grain, lit from the left. */
function board(width: number, height: number, [r, g, b]: Crate['wood'], seed: number, light: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const warp = sampleFractalNoise(x * 0.0016, y * 0.006, seed, 3) * 26;
      const rings = 0.5 + 0.5 * Math.sin(warp * 6.5 + y * 0.02);
      const pores = sampleFractalNoise(x * 0.012, y * 0.42, seed + 5, 3);
      const shade = light * (0.9 + 0.1 * rings + (pores - 0.5) * 0.2) * (1.05 - 0.13 * (x / width));
      const at = (y * width + x) * 3;
      data[at] = Math.min(255, r * shade);
      data[at + 1] = Math.min(255, g * shade * (0.985 + 0.015 * rings));
      data[at + 2] = Math.min(255, b * shade * (0.96 + 0.04 * rings));
    }
  }
  return data;
}

async function plank(width: number, height: number, crate: Crate, seed: number, light: number): Promise<Buffer> {
  const edge = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 1.5H${width}" stroke="#fff" stroke-opacity=".45" stroke-width="3"/><path d="M0 ${height - 2}H${width}" stroke="#3a2412" stroke-opacity=".55" stroke-width="4"/></svg>`,
  );
  return sharp(board(width, height, crate.wood, seed, light), { raw: { width, height, channels: 3 } })
    .composite([{ input: edge }])
    .png()
    .toBuffer();
}

/** Draws an open wooden case with bottles standing behind its front boards. */
export async function drawCrateWithBottles(crate: Crate, house: EstateBrandStyle): Promise<RawRgbaPicture> {
  const pictures: RawRgbaPicture[] = [];
  const drawn = new Map<string, RawRgbaPicture>();
  for (const bottle of crate.bottles) {
    const known = drawn.get(bottle.key) ?? (await renderBottlePicture(bottle, 2));
    drawn.set(bottle.key, known);
    pictures.push(known);
  }
  const inner = pictures.reduce((sum, p) => sum + p.width, 0) + GAP * (pictures.length + 1);
  const width = inner + WALL * 2;
  const tallest = Math.max(...pictures.map((p) => p.height));
  const front = 760;
  const sunk = 70;
  const height = tallest + 40 + sunk;
  const top = height - front;
  const layers: OverlayOptions[] = [];
  const back = 1150;
  layers.push({ input: await plank(inner, back - front + 40, crate, 11, 0.56), left: WALL, top: height - back });
  layers.push({ input: await plank(inner, 46, crate, 12, 0.78), left: WALL, top: height - back - 30 });
  let x = WALL + GAP;
  for (const p of pictures) {
    layers.push({
      input: p.data,
      raw: { width: p.width, height: p.height, channels: 4 },
      left: x,
      top: height - sunk - p.height,
    });
    x += p.width + GAP;
  }
  const shade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inner}" height="190"><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c1208" stop-opacity="0"/><stop offset="1" stop-color="#1c1208" stop-opacity=".62"/></linearGradient><rect width="${inner}" height="190" fill="url(#s)"/></svg>`,
  );
  layers.push({ input: shade, left: WALL, top: top - 190, blend: 'atop' });
  const third = Math.round(front / 3);
  for (let i = 0; i < 3; i++) {
    const h = i === 2 ? front - third * 2 : third - 7;
    layers.push({ input: await plank(width, h, crate, 21 + i * 3, 1.02 - i * 0.03), left: 0, top: top + i * third });
    if (i < 2)
      layers.push({
        input: { create: { width, height: 7, channels: 3, background: '#2a1a0c' } },
        left: 0,
        top: top + (i + 1) * third - 7,
      });
  }
  for (const left of [0, width - WALL]) {
    const post = await sharp(await plank(height - (height - back) + 60, WALL, crate, 40 + left, 1.08))
      .rotate(90)
      .png()
      .toBuffer();
    layers.push({ input: post, left, top: height - back - 60 });
  }
  layers.push({ input: brand(crate, house, width, front), left: 0, top });
  const sheet = await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(layers)
    .png()
    .toBuffer();
  const small = await sharp(sheet)
    .resize({ width: Math.min(width, 1600) })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: small.info.width, height: small.info.height, data: small.data };
}

/** Draws the branding burnt into the front boards and the nails at their ends. */
function brand(crate: Crate, house: EstateBrandStyle, width: number, front: number): Buffer {
  const x = width / 2;
  const ink = crate.branded;
  const nails = [0, 1, 2]
    .flatMap((i) =>
      [28, width - 28].flatMap((nx) =>
        [80, 180].map(
          (ny) =>
            `<circle cx="${nx}" cy="${i * (front / 3) + ny - 6}" r="6.5" fill="#5b5147"/><circle cx="${nx - 1.6}" cy="${i * (front / 3) + ny - 7.6}" r="2.6" fill="#d8cfc2"/>`,
        ),
      ),
    )
    .join('');
  const body =
    house.tree(x, front * 0.3, 196, ink, 'none') +
    drawTextLine(house.estate, x, front * 0.56, { face: house.nameFace, size: 128 * house.nameScale, fill: ink }) +
    drawTextLine(crate.text.toLocaleUpperCase('fr'), x, front * 0.86, {
      face: house.sans,
      size: 36,
      tracking: 260,
      fill: ink,
    });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${front}"><filter id="burn" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="5"/></filter><g filter="url(#burn)" opacity=".28">${body}</g><g opacity=".82">${body}</g>${nails}</svg>`,
  );
}
