import './ui/styles.ts';
import { startPortal } from './app/start.ts';

// Preloaded, but only decoded when used: start now, so that the first text is not painted twice.
if (!document.getElementById('root')?.hasChildNodes())
  document.fonts.load('1rem "Instrument Sans Variable"').catch(() => {});
startPortal();
