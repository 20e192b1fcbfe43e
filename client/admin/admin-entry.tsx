import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { AdminApp } from './AdminApp.tsx';
import { AdminContext } from './core/admin-context.tsx';
import { loadAdminTexts } from './core/admin-texts.ts';
import { createI18nProvider } from './core/i18n-provider.ts';
import { readAdminConfig } from './core/read-admin-config.ts';
import './admin.css';

/** The nonce of the Content-Security-Policy, which allows the styles that the panel's libraries insert. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
const container = document.getElementById('admin');
if (!container) throw new Error('the document has no element for the panel');

const config = readAdminConfig(document);
const { texts, findText } = await loadAdminTexts(config);

createRoot(container).render(
  <CacheProvider value={createCache({ key: 'admin', nonce, prepend: true })}>
    <AdminContext value={{ config, texts }}>
      <AdminApp i18nProvider={createI18nProvider(texts, findText)} />
    </AdminContext>
  </CacheProvider>,
);
