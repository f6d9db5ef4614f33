import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './dialog.module.css';
import iconButton from './icon-button.module.css';

interface DialogProps {
  title: ReactNode;
  /** A question stands in the middle of the screen, anything else comes from the side. */
  question?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A window over the page: the browser keeps the focus in it, closes it on Escape and gives the focus
 * back where it was. It is open while it is drawn.
 */
export function Dialog({ title, question = false, onClose, children }: DialogProps) {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element?.isConnected) return;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape; a click beside it is the mouse's way
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-question={question || undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape closes it without asking.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.content}>
        <header className={classes.header}>
          <h2 id={heading} className={classes.title}>
            {title}
          </h2>
          <button type="button" className={iconButton.button} aria-label="Close" onClick={onClose}>
            <IconX size={20} stroke={1.8} aria-hidden="true" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
