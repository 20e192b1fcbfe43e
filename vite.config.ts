import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Shared by the two builds (`build.ts`) and the development server. */
export default defineConfig({
  appType: 'custom',
  plugins: [react()],
  publicDir: false,
  css: {
    modules: {
      // The same name in both builds, whatever the machine: it is made of the file's place below the root.
      generateScopedName: process.env.NODE_ENV === 'development' ? '[name]_[local]_[hash:base64:4]' : '[hash:base64:6]',
    },
  },
  json: { stringify: false },
});
