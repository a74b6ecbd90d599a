/**
 * A browser presses the focused button again and again while Enter is held down, and sends the form that a press has opened. Enter
 * presses once here; in a text of several lines it still makes lines.
 */
export function pressOnceByEnter(target: EventTarget): void {
  const onKey = (event: Event) => {
    const { key, repeat, target: focused } = event as KeyboardEvent;
    if (repeat && key === 'Enter' && !(focused instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, { capture: true });
}
