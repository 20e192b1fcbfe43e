import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const readLines = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, image = '']) => image);

describe('container images', () => {
  test('the Dockerfile uses the Node version of package.json', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: { node: string };
    };
    const images = readLines('Dockerfile', /^FROM (\S+)/gm);
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-bookworm-slim`]));
  });

  test('the Dockerfile copies the script that runs after an install before the install', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { prepare: string } };
    const [before = ''] = readFileSync('Dockerfile', 'utf8').split('RUN npm ci');
    expect(before).toContain(`COPY ${scripts.prepare.replace('node ', '')} tools/`);
  });

  test('docker-compose.yml names at least major and minor version of each image of others', () => {
    const images = readLines('docker-compose.yml', /^ +image: (\S+)/gm).filter((image) => image !== 'cuvee');
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+/);
  });
});
