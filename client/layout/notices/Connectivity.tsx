import { useSyncExternalStore } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import css from './Connectivity.module.css';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser has a network; while the page is rendered on the server it has. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Says that the network is gone, for as long as it is. */
export function Connectivity() {
  const online = useOnline();
  const { t } = useTexts();
  return (
    <div role="status">
      {!online && (
        <p className={css.offline}>
          <Icon name="offline" />
          {t('site.offline')}
        </p>
      )}
    </div>
  );
}
