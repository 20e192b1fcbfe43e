import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeTextFile } from './write-files.ts';

const require = createRequire(import.meta.url);

type FontFile = [file: string, weight: number, style: 'normal' | 'italic'];

interface Family {
  name: string;
  package: string;
  files: FontFile[];
}

const FAMILIES: Record<string, Family[]> = {
  'domaine-des-chenes': [
    { name: 'Parisienne', package: 'parisienne', files: [['Parisienne-Regular', 400, 'normal']] },
    {
      name: 'Mulish',
      package: 'mulish',
      files: [
        ['Mulish-Regular', 400, 'normal'],
        ['Mulish-SemiBold', 600, 'normal'],
        ['Mulish-Bold', 700, 'normal'],
        ['Mulish-Italic', 400, 'italic'],
      ],
    },
  ],
  'willow-hill': [
    {
      name: 'Cormorant Garamond',
      package: 'cormorant-garamond',
      files: [
        ['CormorantGaramond-Medium', 500, 'normal'],
        ['CormorantGaramond-SemiBold', 600, 'normal'],
        ['CormorantGaramond-Italic', 500, 'italic'],
      ],
    },
    {
      name: 'Source Sans 3',
      package: 'source-sans-3',
      files: [
        ['SourceSans3-Regular', 400, 'normal'],
        ['SourceSans3-SemiBold', 600, 'normal'],
        ['SourceSans3-Bold', 700, 'normal'],
        ['SourceSans3-Italic', 400, 'italic'],
      ],
    },
  ],
};

/** Copies the web fonts of an estate together with their licence, which the OFL requires. */
export function copyEstateFonts(estate: string, mediaDir: string): void {
  const folder = join(mediaDir, 'fonts');
  mkdirSync(folder, { recursive: true });
  const licences: string[] = [];
  for (const family of FAMILIES[estate] ?? []) {
    for (const [file, weight, style] of family.files) {
      copyFileSync(
        require.resolve(`@fontsource/${family.package}/files/${family.package}-latin-${weight}-${style}.woff2`),
        join(folder, `${file}.woff2`),
      );
    }
    const home = dirname(require.resolve(`@fontsource/${family.package}/package.json`));
    const licence = readFileSync(join(home, 'LICENSE'), 'utf8');
    licences.push(`${family.name}\n${'='.repeat(family.name.length)}\n\n${licence.trim()}\n`);
  }
  writeTextFile(join(folder, 'OFL.txt'), licences.join('\n\n'));
}
