import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import { Button } from './button.tsx';
import classes from './dropdown.module.css';
import layout from './layout.module.css';

interface DropdownProps {
  label: string;
  icon: Icon;
  children: ReactNode;
}

/** A button that opens a small panel below it. A click outside, Escape or tabbing out closes the panel. */
export function Dropdown({ label, icon, children }: DropdownProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const closeFromKey = useEffectEvent(() => {
    setOpen(false);
    button.current?.focus();
  });

  useEffect(() => {
    if (!open) return;
    function closeOnOutsideClick(event: Event) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') closeFromKey();
    }
    document.addEventListener('pointerdown', closeOnOutsideClick);
    document.addEventListener('focusin', closeOnOutsideClick);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideClick);
      document.removeEventListener('focusin', closeOnOutsideClick);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={container} className={classes.dropdown}>
      <Button
        ref={button}
        variant="default"
        size="sm"
        icon={icon}
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
