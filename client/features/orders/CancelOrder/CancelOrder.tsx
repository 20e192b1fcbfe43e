import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './CancelOrder.module.css';

export function CancelOrder({ onCancel }: { onCancel: () => Promise<void> }) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const open = () => {
    setFailure('');
    dialog.current?.showModal();
  };
  const cancel = async () => {
    setIsBusy(true);
    setFailure('');
    try {
      await onCancel();
      dialog.current?.close();
    } catch (error) {
      setFailure(describeCallError(error, t));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button look="quiet" onClick={open}>
        {t('orders.cancel')}
      </Button>
      <dialog ref={dialog} className={css.dialog} aria-labelledby="cancel-title">
        <ErrorBoundary>
          <h2 id="cancel-title">{t('orders.cancel.sure')}</h2>
          <p>{t('orders.cancel.text')}</p>
          <FormMessage kind="failure">{failure}</FormMessage>
          <div className={css.actions}>
            <Button onClick={() => dialog.current?.close()}>{t('orders.cancel.no')}</Button>
            <Button look="quiet" isBusy={isBusy} onClick={cancel}>
              {t('orders.cancel.yes')}
            </Button>
          </div>
        </ErrorBoundary>
      </dialog>
    </>
  );
}
