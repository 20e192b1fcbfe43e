/** Names and values in turn, as `writeHead` takes them. */
export type HeaderPairs = readonly string[];
