import { describe, expect, test } from 'vitest';
import { Footer } from '#client/layout/Footer/Footer.tsx';
import { SocialLinks } from '#client/layout/Footer/SocialLinks.tsx';
import { socialNetworkParameterKeys } from '#shared/site/social-networks.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';

const names = ['Facebook', 'Instagram', 'X', 'YouTube', 'LinkedIn', 'Pinterest', 'TikTok', 'Tripadvisor'];
const networks = Object.fromEntries(socialNetworkParameterKeys.map((key) => [key, `https://${key}.example/clos`]));
const community = { COMMUNITY_SERVER: 'https://community.example/clos' };

const listLinks = (container: HTMLElement) =>
  [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

describe('SocialLinks', () => {
  test('links the eight networks and the community of the estate by name', () => {
    const { container } = renderInApp(<SocialLinks />, { ...networks, ...community });
    const links = listLinks(container);
    expect(links.slice(0, 8).map(([text]) => text)).toEqual(names.map((name) => `Clos on ${name}`));
    expect(links.map(([, href]) => href).sort()).toEqual(
      [...Object.values(networks), community.COMMUNITY_SERVER].sort(),
    );
    expect(links[0]?.[1]).toBe('https://FACEBOOK_URL.example/clos');
    expect(links[8]).toEqual(['Clos on its community', community.COMMUNITY_SERVER]);
    expect(container.querySelectorAll('a[rel="noopener me"] svg[aria-hidden="true"] use')).toHaveLength(9);
    expect(container.querySelector('img, script, iframe')).toBeNull();
  });

  test('links only the networks that have a URL', () => {
    const { container } = renderInApp(<SocialLinks />, { X_URL: 'https://x.example/clos', FACEBOOK_URL: '' });
    expect(listLinks(container)).toEqual([['Clos on X', 'https://x.example/clos']]);
  });

  test('links the community of an estate without networks', () => {
    const { container } = renderInApp(<SocialLinks />, community);
    expect(listLinks(container)).toEqual([['Clos on its community', community.COMMUNITY_SERVER]]);
  });

  test('is empty without networks and community', () => {
    expect(renderInApp(<SocialLinks />).container.innerHTML).toBe('');
  });
});

describe('the footer', () => {
  test('shows the messaging name of the estate', () => {
    const { container } = renderInApp(<Footer />, { MESSAGING_USERNAME: 'clos.des.essais' });
    expect(container.querySelector('address')?.textContent).toContain('Messaging: clos.des.essais');
  });

  test('shows neither a messaging name nor social links that the estate has not entered', () => {
    const { container } = renderInApp(<Footer />);
    expect(container.textContent).not.toContain('Messaging');
    expect(container.querySelector('a[rel="noopener me"]')).toBeNull();
  });
});
