import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import type { SiteShellParameters } from '#client/core/site-shell.ts';
import css from './SocialLinks.module.css';
import icons from './social-icons.svg?url';

/** Social networks by parameter. The lower-case name is the id of the network's symbol in `social-icons.svg`. */
const networks: readonly (readonly [parameter: keyof SiteShellParameters, name: string])[] = [
  ['FACEBOOK_URL', 'Facebook'],
  ['INSTAGRAM_URL', 'Instagram'],
  ['X_URL', 'X'],
  ['YOUTUBE_URL', 'YouTube'],
  ['LINKEDIN_URL', 'LinkedIn'],
  ['PINTEREST_URL', 'Pinterest'],
  ['TIKTOK_URL', 'TikTok'],
  ['TRIPADVISOR_URL', 'Tripadvisor'],
];

/** Links to the estate's social networks. The page loads nothing from the networks themselves. */
export function SocialLinks() {
  const { parameters, site } = useSiteShell();
  const { t } = useTexts();
  const linked = networks.filter(([parameter]) => parameters[parameter]);
  if (linked.length === 0 && !parameters.COMMUNITY_SERVER) return null;
  const link = (url: unknown, symbol: string, network: string) => (
    <li key={symbol}>
      <a href={String(url)} rel="noopener me">
        <svg className="icon" aria-hidden="true">
          <use href={`${icons}#${symbol}`} />
        </svg>
        <span className="unseen">{t('site.social', { estate: site.name, network })}</span>
      </a>
    </li>
  );
  return (
    <ul className={css.links}>
      {linked.map(([parameter, name]) => link(parameters[parameter], name.toLowerCase(), name))}
      {parameters.COMMUNITY_SERVER && link(parameters.COMMUNITY_SERVER, 'community', t('site.community'))}
    </ul>
  );
}
