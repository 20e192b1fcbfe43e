/** Header names and values in turn, in the format of Node's `writeHead`. */
export type RawHeaderList = readonly string[];
