/** Header names and values in turn, in the format of Node's `writeHead`. */
export type RawHeaders = readonly string[];
