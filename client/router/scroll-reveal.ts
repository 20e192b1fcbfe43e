/** What appears as it is scrolled to. */
const parts = 'main section';
const appear = { opacity: [0, 1], translate: ['0 12px', 'none'] };
const timing = { duration: 220, easing: 'ease-out' };

export interface ScrollReveal {
  /** Looks for the parts of the page that is shown now. */
  look(): void;
  stop(): void;
}

/**
 * Lets parts of a page appear as they are scrolled to: once each, or with `repeat` (REPEAT_SCROLL_ANIMATIONS) every
 * time. What is in view when a page comes is there at once, and nobody who asks for less motion sees any.
 */
export function revealOnScroll(repeat: boolean): ScrollReveal {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const known = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const isFirst = !known.has(target);
      known.add(target);
      if (!isIntersecting) continue;
      if (!isFirst && !calm.matches) target.animate(appear, timing);
      if (!repeat) observer.unobserve(target);
    }
  });
  return {
    look() {
      for (const part of document.querySelectorAll(parts)) if (!known.has(part)) observer.observe(part);
    },
    stop: () => observer.disconnect(),
  };
}
