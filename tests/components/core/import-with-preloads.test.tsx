import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { importWithPreloads } from '#client/core/import-with-preloads.ts';

const links: HTMLLinkElement[] = [];
const failures: Event[] = [];
const recordFailure = (event: Event) => failures.push(event);

beforeEach(() => {
  // The links are not attached, because the simulated browser would report each style sheet as failed.
  vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement));
  window.addEventListener('vite:preloadError', recordFailure);
});

afterEach(() => {
  vi.restoreAllMocks();
  window.removeEventListener('vite:preloadError', recordFailure);
  document.head.replaceChildren();
  links.length = 0;
  failures.length = 0;
});

const describeLinks = () => links.map((link) => `${link.rel} ${link.getAttribute('href')}`);

describe('importWithPreloads', () => {
  test('requests style sheets and chunks together and imports once the style sheets have loaded', async () => {
    const load = vi.fn(async () => 'module');
    const loaded = importWithPreloads(load, ['assets/a.css', 'assets/a.js']);
    expect(describeLinks()).toEqual(['stylesheet /assets/a.css', 'modulepreload /assets/a.js']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(load).not.toHaveBeenCalled();
    links[0]?.dispatchEvent(new Event('load'));
    expect(await loaded).toBe('module');
  });

  test('requests a file once for several imports', async () => {
    const first = importWithPreloads(async () => 1, ['assets/b.css']);
    const second = importWithPreloads(async () => 2, ['assets/b.css']);
    expect(describeLinks()).toEqual(['stylesheet /assets/b.css']);
    links[0]?.dispatchEvent(new Event('load'));
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  test('does not request a file that the server has linked', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/c.js">';
    expect(await importWithPreloads(async () => 'module', ['assets/c.js'])).toBe('module');
    expect(links).toEqual([]);
  });

  test('reports a style sheet that cannot be loaded and requests the file again for the next import', async () => {
    const failed = importWithPreloads(async () => 'module', ['assets/d.css']);
    links[0]?.dispatchEvent(new Event('error'));
    await expect(failed).rejects.toThrow('cannot preload /assets/d.css');
    expect(failures).toHaveLength(1);
    const repeated = importWithPreloads(async () => 'module', ['assets/d.css']);
    links[1]?.dispatchEvent(new Event('load'));
    expect(await repeated).toBe('module');
  });

  test('reports an import that fails', async () => {
    await expect(importWithPreloads(async () => Promise.reject(new TypeError('offline')))).rejects.toThrow('offline');
    expect(failures).toHaveLength(1);
  });
});
