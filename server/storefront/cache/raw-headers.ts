/** Header names and values alternately, in the format of Node's `writeHead`. */
export type RawHeaderList = readonly string[];
