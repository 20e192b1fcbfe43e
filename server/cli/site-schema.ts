import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readServerConfig } from '#server/config.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { parseCommandArguments } from './command-line.ts';

export function stringifySiteConfigJsonSchema(): string {
  const schema = z.toJSONSchema(SiteConfig, { io: 'input' });
  return `${JSON.stringify({ ...schema, title: 'An estate on Cuvée' }, null, 2)}\n`;
}

/**
 * Runs the command `schema`, which writes the JSON Schema to the path to which `site.json` files refer with `"$schema":
 * "../site.schema.json"`.
 */
export async function runSiteSchema(args: string[]): Promise<number> {
  parseCommandArguments({ args });
  const file = join(readServerConfig(process.env, 'command').sitesDir, 'site.schema.json');
  await writeFile(file, stringifySiteConfigJsonSchema());
  process.stdout.write(`${file}\n`);
  return 0;
}
