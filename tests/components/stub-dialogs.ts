/** Replaces the methods of modal dialogs, which the test environment does not implement. */
export function stubDialogs(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
}
