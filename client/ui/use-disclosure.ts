import { useEffect, useRef, useState } from 'react';

/** Whether the panel of a button is open. Escape closes it and returns to the button, but not in a dialog over it. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    function closeOnEscape({ key, target }: KeyboardEvent) {
      if (key !== 'Escape' || (target instanceof Element && target.closest('dialog'))) return;
      setOpen(false);
      button.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);
  return { open, setOpen, button };
}
