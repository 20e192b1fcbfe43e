import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';
import { type ShareablePage, shareTargets, shareUrlBuilders } from './share-urls.ts';

type Copied = 'no' | 'yes' | 'failed';

/** Offers to share the page through the device's share menu, by copying its URL, or with plain links. */
export function ShareLinks({ product: { name, path, chosen } }: { product: ProductView }) {
  const { t } = useTexts();
  const { site } = useSiteShell();
  const title = `${name}${chosen.year === null ? '' : ` ${chosen.year}`} – ${site.name}`;
  const page: ShareablePage = { title, url: site.origin + path };
  return (
    <section className={css.share}>
      <h2 className={css.small}>{t('product.share.title')}</h2>
      <ul>
        <ShareButtons page={page} />
        {shareTargets.map((target) => (
          <li key={target}>
            <a href={shareUrlBuilders[target](page)} {...(target !== 'mail' && { target: '_blank', rel: 'noopener' })}>
              {t(`product.share.${target}`)}
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
  const [copied, setCopied] = useState<Copied>('no');
  if (!isHydrated) return null;

  const copy = () =>
    navigator.clipboard?.writeText(page.url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    ) ?? setCopied('failed');
  // The promise of `navigator.share` also rejects when the visitor closes the share menu, so the error is ignored.
  const share = () => navigator.share(page).catch(() => setCopied('no'));

  return (
    <>
      {'share' in navigator && (
        <li>
          <button type="button" onClick={() => void share()}>
            {t('product.share.send')}
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={() => void copy()}>
          {t(copied === 'yes' ? 'product.share.copied' : 'product.share.copy')}
        </button>
        <span role="status" className={css.soft}>
          {copied === 'failed' && t('product.share.copy-failed')}
        </span>
      </li>
    </>
  );
}
