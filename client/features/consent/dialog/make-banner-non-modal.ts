/**
 * Makes the banner of vanilla-cookieconsent non-modal: the library would move the focus into the banner as soon as it
 * appears and keep the focus there, although the page stays usable without a choice.
 */
export function makeBannerNonModal(banner: HTMLElement): void {
  banner.setAttribute('aria-modal', 'false');
  // The library focuses this empty element. Without the attribute the element cannot take the focus.
  banner.querySelector(':scope > [tabindex="-1"]')?.removeAttribute('tabindex');
  // The library's own listener is on a parent of the banner. In the capture phase, a listener on the document runs
  // before it.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab' && event.target instanceof Node && banner.contains(event.target)) event.stopPropagation();
    },
    true,
  );
}
