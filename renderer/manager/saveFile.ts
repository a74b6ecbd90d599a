/** Saves a file that the bridge answered, under a name, where the browser keeps downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the blob after this turn, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
