import { useEffect, useState } from 'react';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';
import { type SharedPage, shareAddresses, shareTargets } from './share-addresses.ts';

type Copied = 'no' | 'yes' | 'failed';

/** Passing the page on: by the device's own menu where it has one, else by copying the address; and by plain links. */
export function ShareLinks({ product: { name, path, chosen } }: { product: ProductView }) {
  const { t } = useTexts();
  const { site } = useShell();
  const title = `${name}${chosen.year === null ? '' : ` ${chosen.year}`} – ${site.name}`;
  const thing: SharedPage = { title, url: site.origin + path };
  return (
    <section className={css.share}>
      <h2 className={css.small}>{t('catalogue.share.title')}</h2>
      <ul>
        <ShareButtons thing={thing} />
        {shareTargets.map((target) => (
          <li key={target}>
            <a href={shareAddresses[target](thing)} {...(target !== 'mail' && { target: '_blank', rel: 'noopener' })}>
              {t(`catalogue.share.${target}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** These need a script, so they come with it. */
function ShareButtons({ thing }: { thing: SharedPage }) {
  const { t } = useTexts();
  const [awake, setAwake] = useState(false);
  const [copied, setCopied] = useState<Copied>('no');
  useEffect(() => setAwake(true), []);
  if (!awake) return null;

  const copy = () =>
    navigator.clipboard?.writeText(thing.url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    ) ?? setCopied('failed');
  // Closing the device's menu without choosing is no failure.
  const share = () => navigator.share(thing).catch(() => setCopied('no'));

  return (
    <>
      {'share' in navigator && (
        <li>
          <button type="button" onClick={() => void share()}>
            {t('catalogue.share.send')}
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={() => void copy()}>
          {t(copied === 'yes' ? 'catalogue.share.copied' : 'catalogue.share.copy')}
        </button>
        <span role="status" className={css.soft}>
          {copied === 'failed' && t('catalogue.share.copy-failed')}
        </span>
      </li>
    </>
  );
}
