import { useState } from 'react';

interface ServerHtmlProps {
  /** Names the element in the document; one of a kind on its page. */
  id: string;
  /** Sanitised HTML. Missing on the first page in the browser: it is then taken over from the server's document. */
  html: string | undefined;
  className?: string;
}

/** HTML that is too long to be sent twice: it is not part of the hydration data, the element keeps what the server sent. */
export function ServerHtml({ id, html, className }: ServerHtmlProps) {
  const [taken] = useState(() => html ?? (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the API sanitises html when it is saved
    <div id={id} className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html ?? taken }} />
  );
}
