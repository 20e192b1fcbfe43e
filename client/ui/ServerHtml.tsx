import { useState } from 'react';

interface ServerHtmlProps {
  /** Element id, which must be unique in the document. */
  id: string;
  /**
   * Sanitised HTML. It is missing on the first page in the browser, where the component reads it from the server's
   * document.
   */
  html: string | undefined;
  className?: string;
}

/**
 * Shows HTML that is not part of the hydration data, because it would otherwise be sent twice. While hydrating, the
 * element keeps the server's content.
 */
export function ServerHtml({ id, html, className }: ServerHtmlProps) {
  const [initialHtml] = useState(
    () => html ?? (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')),
  );
  const content = { __html: html ?? initialHtml };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API sanitises HTML when it is saved
  return <div id={id} className={className} suppressHydrationWarning dangerouslySetInnerHTML={content} />;
}
