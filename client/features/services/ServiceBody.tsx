import { useTexts } from '#client/core/app-context.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import type { ServiceDetail } from '#shared/services/services-contract.ts';
import { ServiceDays } from './ServiceDays.tsx';
import css from './ServicePage.module.css';

export function ServiceBody({ service }: { service: Pick<ServiceDetail, 'id' | 'html' | 'price' | 'hasCalendar'> }) {
  const { t, euros } = useTexts();
  const { id, html, price, hasCalendar } = service;
  return (
    <div className={css.text}>
      {price !== null && <p className={css.price}>{t('services.price', { price: euros(price) })}</p>}
      <ServerHtml id={`service-${id}`} html={html} className={prose.prose} />
      {hasCalendar && <ServiceDays id={id} />}
      <p>
        <a href="/contact">{t('services.contact')}</a>
      </p>
    </div>
  );
}
