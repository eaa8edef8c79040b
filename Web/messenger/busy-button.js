/**
 * A button says what is being done, until it is.
 *
 * @param {HTMLInputElement | HTMLButtonElement} button
 * @param {string} words while it lasts
 * @param {() => Promise<void>} work
 * @param {(error: unknown) => void} failed
 */
export async function busy(button, words, work, failed) {
  const before = button.textContent;
  button.disabled = true;
  button.textContent = words;
  try {
    await work();
  } catch (error) {
    failed(error);
  } finally {
    button.disabled = false;
    button.textContent = before;
    // A button that cannot be pressed loses the focus.
    if (document.activeElement === document.body) button.focus();
  }
}
