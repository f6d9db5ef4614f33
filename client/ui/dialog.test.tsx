import { fireEvent } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portalUrl } from '#tests/helpers/app.ts';
import { screen } from '#tests/pages/page.ts';
import { openWindow } from '#tests/pages/window.ts';
import { Dialog } from './dialog.tsx';

async function show() {
  openWindow(new URL(portalUrl).href);
  const onClose = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <Dialog question title="Why?" onClose={onClose}>
      <input aria-label="Reason" />
    </Dialog>,
  );
  return { onClose, dialog: await screen.findByRole('dialog'), field: screen.getByLabelText('Reason') };
}

it('a click beside a dialog closes it', async () => {
  const { onClose, dialog } = await show();
  fireEvent.mouseDown(dialog, { detail: 1 });
  fireEvent.click(dialog, { detail: 1 });
  expect(onClose).toHaveBeenCalledOnce();
});

it('the second press of the double click that opened a dialog leaves it open', async () => {
  const { onClose, dialog } = await show();
  fireEvent.mouseDown(dialog, { detail: 2 });
  fireEvent.click(dialog, { detail: 2 });
  expect(onClose).not.toHaveBeenCalled();
});

it('text that is selected up to a place beside the dialog leaves it open, and what was typed', async () => {
  const { onClose, dialog, field } = await show();
  fireEvent.mouseDown(field, { detail: 1 });
  fireEvent.mouseUp(dialog);
  // A browser sends the click to the nearest element around both places.
  fireEvent.click(dialog, { detail: 1 });
  expect(onClose).not.toHaveBeenCalled();
});
