import { expect, it } from 'vitest';
import { portalUrl } from '#tests/helpers/app.ts';
import { openWindow } from '#tests/pages/window.ts';
import { keepFocus } from './keep-focus.ts';

it('takes the focus on when the control that has it is disabled', async () => {
  openWindow(new URL(portalUrl).href);
  document.body.innerHTML = '<section><button>Step</button><button data-takes-focus>Next</button></section>';
  keepFocus();
  const [step, next] = document.querySelectorAll('button');
  step?.focus();
  if (step) step.disabled = true;
  await expect.poll(() => document.activeElement).toBe(next);
});
