import { useSyncExternalStore } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import css from './OfflineNotice.module.css';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export function OfflineNotice() {
  const isOnline = useOnline();
  const { t } = useTexts();
  return (
    <div role="status">
      {!isOnline && (
        <p className={css.offline}>
          <Icon name="offline" />
          {t('site.offline')}
        </p>
      )}
    </div>
  );
}
