// Checks the version of Node. This file is plain JavaScript and is loaded before the TypeScript sources, which an older
// Node would refuse with ERR_UNKNOWN_FILE_EXTENSION.
const minMajor = 24;
const [major] = process.versions.node.split('.');
if (Number(major) < minMajor) {
  console.error(
    `Cuvée needs Node ${minMajor} or newer, and this is Node ${process.versions.node}. Install Node ${minMajor}, or run "npm ci" with development packages, which contain it.`,
  );
  process.exit(78);
}
