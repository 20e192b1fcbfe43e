import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { escapeHtml } from '#shared/escape-html.ts';

interface BottleColours {
  glass: string;
  capsule: string;
  ink: string;
}

const bottles: Record<string, BottleColours> = {
  red: { glass: '#2e1a22', capsule: '#5b2a3c', ink: '#5b2a3c' },
  white: { glass: '#8f8c55', capsule: '#b38a3c', ink: '#6b6231' },
  juice: { glass: '#6b2545', capsule: '#3f5a3c', ink: '#3f5a3c' },
};

/** Writes placeholder pictures for a new estate: logos, bottles and a landscape. */
export async function writeStarterMedia(mediaDir: string, estate: string): Promise<void> {
  const logos: [string, string][] = [
    ['logos/logo.svg', logo(estate, '#4b2e39')],
    ['logos/logo-light.svg', logo(estate, '#f8f5f0')],
    ['logos/favicon.svg', favicon(estate)],
  ];
  for (const [path, svg] of logos) await writeMedia(join(mediaDir, path), Buffer.from(svg));
  for (const [name, colours] of Object.entries(bottles))
    await writeMedia(join(mediaDir, `bottles/${name}.webp`), await toWebp(bottle(colours)));
  await writeMedia(join(mediaDir, 'views/estate.webp'), await toWebp(landscape));
}

async function writeMedia(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

const toWebp = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer();

function logo(estate: string, ink: string): string {
  const width = Math.max(240, estate.length * 24 + 60);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 88" width="${width}" height="88" role="img">
  <text x="${width / 2}" y="46" text-anchor="middle" font-family="Georgia, serif" font-size="38" letter-spacing="1" fill="${ink}">${escapeHtml(estate)}</text>
  <path d="M${width / 2 - 60} 68h120" stroke="#b38a3c" stroke-width="2"/>
</svg>\n`;
}

const favicon = (
  estate: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" rx="12" fill="#5b2a3c"/>
  <text x="32" y="46" text-anchor="middle" font-family="Georgia, serif" font-size="40" fill="#f8f5f0">${escapeHtml([...estate][0] ?? '')}</text>
</svg>\n`;

/** Draws a bottle. All bottles have the same height of 2000 pixels, so that they align in lists. */
const bottle = ({
  glass,
  capsule,
  ink,
}: BottleColours): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 2000" width="540" height="2000">
  <defs><linearGradient id="light"><stop offset="0" stop-opacity=".35"/><stop offset=".2" stop-color="#fff" stop-opacity=".35"/><stop offset=".34" stop-opacity="0"/><stop offset=".8" stop-opacity=".1"/><stop offset="1" stop-opacity=".5"/></linearGradient></defs>
  <path id="glass" d="M208 40h124v520c0 120 168 160 168 330v1010q0 60-60 60H100q-60 0-60-60V890c0-170 168-210 168-330z" fill="${glass}"/>
  <path d="M208 40h124v520c0 120 168 160 168 330v1010q0 60-60 60H100q-60 0-60-60V890c0-170 168-210 168-330z" fill="url(#light)"/>
  <path d="M204 34h132v330H204z" fill="${capsule}"/><path d="M204 34h132v330H204z" fill="url(#light)" opacity=".6"/>
  <path d="M40 1080h460v560H40z" fill="#f4efe4"/><path d="M40 1080h460v560H40z" fill="url(#light)" opacity=".35"/>
  <path d="M90 1130h360M90 1590h360" stroke="${ink}" stroke-width="4"/>
  <path d="M270 1250c-60 40-60 120 0 190 60-70 60-150 0-190zm0 190v70" fill="none" stroke="${ink}" stroke-width="8"/>
</svg>`;

const vineRow = (index: number): string => {
  const x = 1200 + (index - 14) * 190;
  return `<path d="M1200 930Q${1200 + (index - 14) * 60} 1050 ${x} 1350" stroke="#4f6238" stroke-width="${8 + Math.abs(index - 14)}" fill="none" opacity=".8"/>`;
};

const landscape = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2400 1350" width="2400" height="1350">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#b9c6cf"/><stop offset=".6" stop-color="#f2dfc0"/><stop offset="1" stop-color="#f6e9d3"/></linearGradient></defs>
  <path d="M0 0h2400v1350H0z" fill="url(#sky)"/>
  <circle cx="1780" cy="640" r="120" fill="#fff3d6"/>
  <path d="M0 800q500-180 1100-60t1300-40v650H0z" fill="#9aa58a"/>
  <path d="M0 900q700-120 1300-20t1100-20v490H0z" fill="#7d8d5f"/>
  <path d="M0 1000q1200-140 2400-20v370H0z" fill="#a39a63"/>
  ${Array.from({ length: 29 }, (_, index) => vineRow(index)).join('')}
  <path d="M560 800h190v110H560z" fill="#efe6d3"/><path d="M540 805l115-85 115 85z" fill="#6b4a42"/>
  <path d="M500 910q-30-190 20-230 60 60 20 230zM790 915q-24-150 14-190 46 50 16 190z" fill="#54663f"/>
</svg>`;
