import type { ComponentProps } from 'react';
import classes from './icon-button.module.css';
import type { Icon } from './icons.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  icon: Icon;
  label: string;
  /** The width of the icon. */
  pixels?: number;
  'data-size'?: 'sm';
  'data-tone'?: 'success' | 'error' | undefined;
}

/** A button without a visible text. */
export function IconButton({ icon: Glyph, label, pixels = 18, className = '', ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={`${classes.button} ${className}`.trim()}
    >
      <Glyph size={pixels} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
