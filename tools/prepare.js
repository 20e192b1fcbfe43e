import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs after an install: removes what no program loads, which takes 250 MB, and sets the commit hooks of a checkout. It
 * uses Node's own modules alone, because an install for production also runs it.
 */

/** Paths below node_modules. */
const unused = [
  // The package repeats its binary here as a hard link, beside headers.
  'node/node_modules',
  // Native and Java versions of a checker whose version in JavaScript the tests use.
  ...['jar', 'linux-x64', 'macos-arm64', 'macos-x64', 'windows-x64'].map((version) => `recheck-${version}`),
];
for (const path of unused) rmSync(join('node_modules', path), { recursive: true, force: true });

const icons = 'node_modules/@mui/icons-material';
/** Of the five styles of each icon, the panel uses the filled ones and these outlined ones. */
const outlinedIcons = [
  'AddCircleOutline',
  'Cancel',
  'Delete',
  'DeleteOutline',
  'ErrorOutline',
  'HelpOutline',
  'RemoveCircleOutline',
];
const outlined = new Set(outlinedIcons.map((name) => `${name}Outlined`));
for (const folder of [icons, join(icons, 'esm')])
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name = '', style] = /^(\w+(Outlined|Rounded|Sharp|TwoTone))\.(?:d\.ts|js)$/.exec(file) ?? [];
    if (style && !outlined.has(name)) rmSync(join(folder, file));
  }

const { CI, NODE_ENV } = process.env;
if (!CI && NODE_ENV !== 'production' && existsSync('.git')) spawnSync('git', ['config', 'core.hooksPath', '.githooks']);
