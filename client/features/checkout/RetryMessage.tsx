import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';

interface RetryMessageProps {
  /** Empty while there is nothing to say. */
  failure: string;
  again: () => void;
}

/** What could not be had, and the way to ask for it once more. */
export function RetryMessage({ failure, again }: RetryMessageProps) {
  const { t } = useTexts();
  return (
    <FormMessage kind="failure">
      {failure && (
        <>
          <p>{failure}</p>
          <Button look="text" onClick={again}>
            {t('site.error.retry')}
          </Button>
        </>
      )}
    </FormMessage>
  );
}
