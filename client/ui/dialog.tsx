import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { IconX } from '#client/ui/page-icons.ts';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import layout from './layout.module.css';
import typography from './typography.module.css';

interface DialogProps {
  title: string;
  /** A question opens in the middle of the screen, other dialogs at the side. */
  question?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that is open while mounted, and gives the focus back.
 * @param onClose is called on a click beside it, and when the browser has closed it: on a second Escape it does so without a
 * cancel event
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const onClosed = useEffectEvent((event: Event) => {
    if (event.target instanceof HTMLDialogElement && !event.target.open) onClose();
  });
  /** The second press of a double click that opened it is not one beside it, nor is the end of a drag out of a field. */
  const isPressedBeside = useRef(false);
  const onPressed = useEffectEvent(({ target, type, detail }: MouseEvent) => {
    const isBeside = target === dialog.current;
    if (type === 'mousedown') isPressedBeside.current = isBeside && detail < 2;
    else if (isBeside && isPressedBeside.current) onClose();
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element?.isConnected) return;
    const opener = document.activeElement;
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('close', (event) => onClosed(event), { signal });
    element.addEventListener('mousedown', (event) => onPressed(event), { signal });
    element.addEventListener('click', (event) => onPressed(event), { signal });
    element.showModal();
    return () => {
      listeners.abort();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}

/**
 * A modal dialog. The browser traps the focus, closes it on Escape and restores the focus afterwards. It is open
 * while mounted.
 */
export function Dialog({ title, question = false, onClose, children }: DialogProps) {
  const heading = useId();
  const dialog = useModal(onClose);

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-question={question || undefined}
      data-screen-only={question || undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={`${layout.stack2Xl} ${classes.content}`}>
        <header className={`${layout.ends} ${classes.header}`}>
          <h2 id={heading} className={`${typography.title} ${typography.clamp} ${typography.wrap}`}>
            {title}
          </h2>
          <IconButton icon={IconX} pixels={20} label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, which may be loaded for that. */
export function DialogButton({ dialog, ...props }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...props} onClick={() => setOpen(true)} />
      {open && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}
