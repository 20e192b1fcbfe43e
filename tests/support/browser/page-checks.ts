import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/**
 * Matches the error of a picture for which its page has waited too long: a loaded machine refuses pictures with 503
 * while their converted versions are not yet cached, and a walk through many pages asks for many of them at once.
 */
export const refusedPicture = /^status 503: [^ ]*\/image\//;

/** The size of targets (WCAG 2.2, 2.5.8), which axe does not check by default, although Lighthouse does. */
const rules = { 'target-size': { enabled: true } };

/**
 * Returns the violations that axe reports in `selector` and its frames with its default rules and `rules`. Axe needs a
 * second page of the browser for frames, which takes most of its time, so that page is opened only if there are
 * frames.
 */
export async function findAxeViolations(page: Page, selector = 'html'): Promise<string[]> {
  if (page.frames().length === 1) return findAxeViolationsOutsideFrames(page, selector);
  await waitForTransitions(page);
  return describeViolations(await new AxeBuilder({ page }).include(selector).options({ rules }).analyze());
}

/** Returns the violations that axe reports in `selector` with its default rules and `rules`, except in frames. */
export async function findAxeViolationsOutsideFrames(page: Page, selector = 'html'): Promise<string[]> {
  await waitForTransitions(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    ({ include, rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(include, {
        iframes: false,
        resultTypes: ['violations'],
        rules,
      }),
    { include: selector, rules },
  );
  return describeViolations(results);
}

/**
 * Waits for transitions, because the colours of an unfinished transition, such as that of a button that has just been
 * enabled, have no fixed contrast.
 */
const waitForTransitions = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length),
    )
    .toBe(0);

/** Resizes the window, and waits until the page is drawn for it: scripts learn of another width when it is drawn. */
export async function resizeWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const describeViolations = ({ violations }: Pick<AxeResults, 'violations'>): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );

/**
 * Returns the horizontal overflow of a page in pixels with the elements that cause it; an empty string if there is
 * none.
 */
export const describeHorizontalOverflow = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - width;
    if (over <= 0) return '';
    const culprits = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName}.${element.getAttribute('class')}`);
    return `${over} px: ${culprits.slice(0, 5).join(' ')}`;
  });

/**
 * Returns the navigation landmarks without a unique name, and those that mark several pages as current, as sentences.
 */
export const findNavigationLandmarkErrors = (page: Page): Promise<string[]> =>
  page.locator('nav').evaluateAll((navs) => {
    const nameOf = (nav: Element) =>
      nav.getAttribute('aria-label') ??
      document.getElementById(nav.getAttribute('aria-labelledby') ?? '')?.textContent?.trim() ??
      '';
    const names = navs.map(nameOf);
    return navs.flatMap((nav, i) => {
      const name = names[i] ?? '';
      const current = nav.querySelectorAll('[aria-current=page]').length;
      return [
        ...(name === '' ? [`unnamed: ${nav.outerHTML.slice(0, 80)}`] : []),
        ...(names.indexOf(name) === i ? [] : [`several navigations are named ${name}`]),
        ...(current > 1 ? [`${current} current pages in ${name}`] : []),
      ];
    });
  });
