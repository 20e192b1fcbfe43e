import { useShell, useTexts } from '#client/core/app-context.tsx';
import type { ShellParameters } from '#client/core/shell.ts';
import css from './SocialLinks.module.css';

/** Social networks with an icon in the style of the site's other icons. */
const networks: readonly { parameter: keyof ShellParameters; name: string; drawing: string }[] = [
  {
    parameter: 'FACEBOOK_URL',
    name: 'Facebook',
    drawing: 'M14.5 8.5H17V5h-2.7C11.8 5 10.5 6.7 10.5 9v2H8v3.5h2.5V21H14v-6.5h2.6l.6-3.5H14V9.3c0-.5.2-.8.5-.8Z',
  },
  {
    parameter: 'INSTAGRAM_URL',
    name: 'Instagram',
    drawing:
      'M7.5 4h9A3.5 3.5 0 0 1 20 7.5v9a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 16.5v-9A3.5 3.5 0 0 1 7.5 4Zm4.5 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm4.8-1.3v.01',
  },
  { parameter: 'X_URL', name: 'X', drawing: 'M4.5 4.5 19.5 19.5M19 4.5 5 19.5' },
  {
    parameter: 'YOUTUBE_URL',
    name: 'YouTube',
    drawing:
      'M5.5 6.5h13A2.5 2.5 0 0 1 21 9v6a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 15V9a2.5 2.5 0 0 1 2.5-2.5Zm5 3v5l4-2.5-4-2.5Z',
  },
  {
    parameter: 'LINKEDIN_URL',
    name: 'LinkedIn',
    drawing: 'M6 10v9M6 6v.01M10.5 19v-9m0 4c0-2.5 1.5-4 3.7-4s3.8 1.5 3.8 4v5',
  },
  {
    parameter: 'PINTEREST_URL',
    name: 'Pinterest',
    drawing: 'M9 20l3-11m-3.5 4C6.5 9 9 5 13 5c3.5 0 5.5 2.5 5 5.8-.5 3.2-2.7 5-5 4.7-1.3-.2-2-.9-2.3-1.8',
  },
  { parameter: 'TIKTOK_URL', name: 'TikTok', drawing: 'M13.5 4v11.5a3.5 3.5 0 1 1-3.5-3.5M13.5 4c.3 2.8 2 4.5 5 4.7' },
  {
    parameter: 'TRIPADVISOR_URL',
    name: 'Tripadvisor',
    drawing:
      'M7.5 9.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm9 0a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 9.5H2.5M21.5 9.5H20M6 9.5c1.5-2 3.5-3 6-3s4.5 1 6 3M12 16l-1 2h2l-1-2Zm-4.5-2.5v.01m9-.01v.01',
  },
];

const communityDrawing = 'M4 5h11v8H9l-3 3v-3H4V5Zm11 4h5v8h-2v3l-3-3h-5v-2';

/** Links to the estate's social networks. The page loads nothing from them. */
export function SocialLinks() {
  const { parameters, site } = useShell();
  const { t } = useTexts();
  const community = { parameter: 'COMMUNITY_SERVER' as const, name: t('site.community'), drawing: communityDrawing };
  const linked = [...networks, community].filter(({ parameter }) => parameters[parameter]);
  if (linked.length === 0) return null;
  return (
    <ul className={css.links}>
      {linked.map(({ parameter, name, drawing }) => (
        <li key={name}>
          <a href={String(parameters[parameter])} rel="noopener me">
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={drawing} />
            </svg>
            <span className="unseen">{t('site.social', { estate: site.name, network: name })}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
