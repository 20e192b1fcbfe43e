/** Matches paths on the site. Protocol-relative URLs, also those with a backslash, could leave it unnoticed. */
export const internalLinkPattern = /^\/(?![/\\])/;

/** Matches https, http, mailto and tel URLs. `javascript:` URLs could run code. */
export const externalLinkPattern = /^(https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d])/;
