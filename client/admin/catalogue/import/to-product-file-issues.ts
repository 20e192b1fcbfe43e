/** An error in an imported file, as the screen lists it. */
interface ListedFileIssue {
  line: string;
  column: string;
  message: string;
}

/** Splits the fields of the API's errors, such as `49999.variant.price`, into line and column. */
export const toProductFileIssues = (errors: Readonly<Record<string, string>>): ListedFileIssue[] =>
  Object.entries(errors).map(([path, message]) => {
    const dot = path.indexOf('.');
    return { line: path.slice(0, dot), column: path.slice(dot + 1), message };
  });
