/** Names and values in turn, as `writeHead` takes them. */
export type RawHeaders = readonly string[];
