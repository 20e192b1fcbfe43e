import { Component, type ReactNode } from 'react';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { useTexts } from './app-context.tsx';

interface ErrorBoundaryProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Confines a rendering error to a part of the page, so that the rest stays usable. Besides faults of our own it catches
 * those of browser extensions and translators, which change the document behind React's back.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };
  static getDerivedStateFromError = () => ({ hasError: true });
  override render() {
    const { fallback = <PartFailure />, children } = this.props;
    return this.state.hasError ? fallback : children;
  }
}

function PartFailure() {
  const { t } = useTexts();
  return (
    <FormMessage kind="failure">
      <p>{t('site.error.part')}</p>
      <Button look="text" onClick={() => window.location.reload()}>
        {t('site.error.reload')}
      </Button>
    </FormMessage>
  );
}
