import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import css from './HtmlSection.module.css';
import type { SectionProps } from './section-props.ts';

export const HtmlSection = ({ id, html }: SectionProps<'html'>) => (
  <div className={`page ${css.text}`}>
    <ServerHtml id={`section-${id}`} html={html} className={prose.prose} />
  </div>
);
