const revealedElements = 'main section';
const keyframes = { opacity: [0, 1], translate: ['0 12px', 'none'] };
const timing = { duration: 220, easing: 'ease-out' };

export interface ScrollReveal {
  /** Observes the elements of the current page. It must be called after each navigation. */
  observe(): void;
  disconnect(): void;
}

/**
 * Fades in each element when it is scrolled into view: once, or every time with `shouldRepeat` (parameter
 * REPEAT_SCROLL_ANIMATIONS). Elements that are visible from the start are not animated at first. For visitors who
 * prefer reduced motion, no element is ever animated.
 */
export function createScrollReveal(shouldRepeat: boolean): ScrollReveal {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const seen = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const isFirst = !seen.has(target);
      seen.add(target);
      if (!isIntersecting) continue;
      if (!isFirst && !reducedMotion.matches) target.animate(keyframes, timing);
      if (!shouldRepeat) observer.unobserve(target);
    }
  });
  return {
    observe() {
      for (const element of document.querySelectorAll(revealedElements)) {
        if (!seen.has(element)) observer.observe(element);
      }
    },
    disconnect: () => observer.disconnect(),
  };
}
