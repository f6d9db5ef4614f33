import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import { Button } from './button.tsx';
import classes from './dropdown.module.css';
import layout from './layout.module.css';
import { useDisclosure } from './use-disclosure.ts';

interface DropdownProps {
  label: string;
  /** Shown above the button, as the labels of other fields are. */
  labelBefore?: string;
  icon: Icon;
  /** The panel opens above the button, which is at the lower edge of the window. */
  up?: boolean;
  children: ReactNode;
}

/** A button that opens a small panel beside it. A click outside, Escape or tabbing out closes the panel. */
export function Dropdown({ label, labelBefore, icon, up, children }: DropdownProps) {
  const { open, setOpen, button } = useDisclosure();
  const id = useId();
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    function closeOnOutsideClick(event: Event) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    }
    document.addEventListener('pointerdown', closeOnOutsideClick);
    document.addEventListener('focusin', closeOnOutsideClick);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideClick);
      document.removeEventListener('focusin', closeOnOutsideClick);
    };
  }, [open, setOpen]);

  return (
    <div ref={container} className={classes.dropdown} data-up={up || undefined}>
      <Button
        ref={button}
        size="sm"
        icon={icon}
        aria-label={labelBefore && `${labelBefore}: ${label}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <div id={id} className={`${layout.card} ${classes.panel}`} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
