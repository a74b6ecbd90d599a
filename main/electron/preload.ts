/** The only code of ours that the page finds in its window: the verbs of the contract, without Electron's own. */
import { contextBridge, ipcRenderer } from 'electron';
import { channels, type Shell } from './shellChannel.ts';

// Both worlds share the document: the page hears of it as of a key.
ipcRenderer.on(channels.lock, () => void document.dispatchEvent(new Event(channels.lock)));

const shell: Shell = {
  quit: () => ipcRenderer.invoke(channels.quit),
  print: () => ipcRenderer.invoke(channels.print),
  report: () => ipcRenderer.invoke(channels.report),
};

contextBridge.exposeInMainWorld('tillbridge', shell);
