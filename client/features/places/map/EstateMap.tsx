import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import type { EstatePlace } from '#client/features/places/estate-address-view.ts';
import { Button } from '#client/ui/form/Button.tsx';
import css from './EstateMap.module.css';

const TileMap = lazy(() => import('./TileMap.tsx'));

/**
 * Shows the map only after a click on a button, beside which a text names the provider of the map's tiles, because they
 * are loaded from this third party.
 */
export function EstateMap({ places }: { places: readonly EstatePlace[] }) {
  const { t } = useTexts();
  const [isRequested, setRequested] = useState(false);
  return (
    <section className={`page ${css.place}`} aria-labelledby="estate-map">
      <h2 id="estate-map">{t('forms.map')}</h2>
      {isRequested ? (
        <Suspense fallback={<div className={css.loading} aria-busy="true" />}>
          <TileMap places={places} />
        </Suspense>
      ) : (
        <div className={css.offer}>
          <Button look="quiet" onClick={() => setRequested(true)}>
            {t('forms.map.show')}
          </Button>
          <p>{t('forms.map.operator')}</p>
        </div>
      )}
    </section>
  );
}
