import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { AdminApp } from './AdminApp.tsx';
import { AdminContext } from './core/admin-context.tsx';
import { loadAdminTexts } from './core/admin-texts.ts';
import { followPageTranslation } from './core/follow-page-translation.ts';
import { loadFrameworkTexts } from './core/framework-texts.ts';
import { createI18nProvider } from './core/i18n-provider.ts';
import { localizeTheme } from './core/localize-theme.ts';
import { readAdminConfig } from './core/read-admin-config.ts';
import { readStyleNonce } from './core/read-style-nonce.ts';
import { adminTheme } from './core/theme.ts';
import './admin.css';

/**
 * Starts the panel. This module must not await at its top level: the chunk of a language imports code of this module,
 * so each would wait for the other.
 */
async function startPanel(): Promise<void> {
  const container = document.getElementById('admin');
  if (!container) throw new Error('the document has no element for the panel');
  const config = readAdminConfig(document);
  const [{ texts, findText }, framework] = await Promise.all([loadAdminTexts(config), loadFrameworkTexts(config.lang)]);
  followPageTranslation(document);
  createRoot(container).render(
    <CacheProvider value={createCache({ key: 'admin', nonce: readStyleNonce(document), prepend: true })}>
      <AdminContext value={{ config, texts }}>
        <AdminApp
          i18nProvider={createI18nProvider(texts, findText, framework.messages)}
          theme={localizeTheme(adminTheme, framework.components)}
        />
      </AdminContext>
    </CacheProvider>,
  );
}

void startPanel();
