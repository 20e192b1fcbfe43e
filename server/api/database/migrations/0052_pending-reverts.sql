-- An edited item that the next import replaces waits for a revert to the version of the site's folder.
ALTER TABLE "row_revisions" RENAME COLUMN "handed_back_at" TO "revert_requested_at";
