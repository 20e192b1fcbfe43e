import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';

interface RetryMessageProps {
  /** Error message; empty if there is no error. */
  failure: string;
  onRetry: () => void;
}

export function RetryMessage({ failure, onRetry }: RetryMessageProps) {
  const { t } = useTexts();
  return (
    <FormMessage kind="failure">
      {failure && (
        <>
          <p>{failure}</p>
          <Button look="text" onClick={onRetry}>
            {t('site.error.retry')}
          </Button>
        </>
      )}
    </FormMessage>
  );
}
