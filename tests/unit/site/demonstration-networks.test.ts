import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { socialNetworkParameterKeys } from '#shared/site/social-networks.ts';

/** Returns the addresses of the social networks that a demonstration estate has filled in. */
function readNetworks(estate: string): string[] {
  const text = readFileSync(`sites/${estate}/content/parameters.json`, 'utf8');
  const parameters = JSON.parse(text) as Record<string, unknown>;
  return socialNetworkParameterKeys.flatMap((key) => (parameters[key] ? [String(parameters[key])] : []));
}

describe('the social networks of the demonstration estates', () => {
  it('are eight', () => {
    expect(socialNetworkParameterKeys).toHaveLength(8);
  });

  it('are all filled in at one estate and none at the other, so that both cases can be seen', () => {
    const estates = readdirSync('sites', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const numbers = estates.map(({ name }) => [name, readNetworks(name).length]);
    expect(Object.fromEntries(numbers)).toEqual({
      'domaine-des-chenes': socialNetworkParameterKeys.length,
      'willow-hill': 0,
    });
  });

  it('have an address of their own each', () => {
    const addresses = readNetworks('domaine-des-chenes');
    expect(new Set(addresses.map((address) => new URL(address).hostname)).size).toBe(addresses.length);
    for (const address of addresses) expect(new URL(address).protocol).toBe('https:');
  });
});
