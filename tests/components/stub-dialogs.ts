import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';

/** Replaces the methods of modal dialogs until the test file ends, because the test environment has them in part. */
export function stubDialogs(): void {
  const { showModal, close } = HTMLDialogElement.prototype;
  onTestFileFinished(() => Object.assign(HTMLDialogElement.prototype, { showModal, close }));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
}
