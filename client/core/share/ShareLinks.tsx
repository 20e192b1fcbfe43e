import { useState } from 'react';
import { useSiteShell, useTexts } from '../app-context.tsx';
import { useHydrated } from '../use-hydrated.ts';
import css from './ShareLinks.module.css';

type CopyStatus = 'no' | 'yes' | 'failed';

interface ShareLinksProps {
  /** Title of the shared item; the name of the estate is appended. */
  title: string;
  /** Canonical URL path of the shared page, so that no parameter of a campaign is passed on. */
  path: string;
}

/** Offers to share a page through the device's share menu, by copying its URL, or with plain links. */
export function ShareLinks({ title, path }: ShareLinksProps) {
  const { t } = useTexts();
  const { site } = useSiteShell();
  const page: ShareablePage = { title: `${title} – ${site.name}`, url: site.origin + path };
  return (
    <section className={css.share}>
      <h2 className={css.title}>{t('site.share.title')}</h2>
      <ul>
        <ShareButtons page={page} />
        {shareTargetKeys.map((target) => (
          <li key={target}>
            <a
              href={shareUrlBuilders[target](page)}
              {...(target !== 'mail' && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {t(`site.share.${target}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The buttons are rendered after hydration, because they need scripts. */
function ShareButtons({ page }: { page: ShareablePage }) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const [copyStatus, setCopyStatus] = useState<CopyStatus>('no');
  if (!isHydrated) return null;

  const copy = () =>
    navigator.clipboard?.writeText(page.url).then(
      () => setCopyStatus('yes'),
      () => setCopyStatus('failed'),
    ) ?? setCopyStatus('failed');
  // `navigator.share` also rejects when the visitor closes the share menu, so its error is not shown as a failure.
  const share = () => navigator.share(page).catch(() => setCopyStatus('no'));

  return (
    <>
      {'share' in navigator && (
        <li>
          <button type="button" onClick={() => void share()}>
            {t('site.share.send')}
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={() => void copy()}>
          {t(copyStatus === 'yes' ? 'site.share.copied' : 'site.share.copy')}
        </button>
        <span role="status" className={css.soft}>
          {copyStatus === 'failed' && t('site.share.copy-failed')}
        </span>
      </li>
    </>
  );
}

interface ShareablePage {
  title: string;
  /** Absolute URL of the page to share. */
  url: string;
}

/**
 * Builders of URLs that share a page by mail or through a social network. The URLs are plain links, so that no
 * third-party script is loaded.
 */
export const shareUrlBuilders = {
  mail: ({ title, url }: ShareablePage) =>
    `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`,
  whatsapp: ({ title, url }: ShareablePage) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
  facebook: ({ url }: ShareablePage) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  x: ({ title, url }: ShareablePage) =>
    `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}`,
} as const;

type ShareTarget = keyof typeof shareUrlBuilders;
const shareTargetKeys = Object.keys(shareUrlBuilders) as ShareTarget[];
