import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import classes from './hex-icon.module.css';

const pixels = { s: 28, m: 44, l: 64 };
type Size = keyof typeof pixels;

interface HexIconProps {
  icon: Icon;
  /** The track whose colour it has; ink without one. */
  track?: string;
  tone?: 'success' | 'warning';
  size?: Size;
}

/** An icon in a hexagon. Decorative. */
export function HexIcon({ icon: Glyph, track, tone, size = 'm' }: HexIconProps) {
  return (
    <span className={classes.hex} data-track={track} data-tone={tone} data-size={size} aria-hidden="true">
      <Glyph size={Math.round(pixels[size] * 0.5)} stroke={1.8} />
    </span>
  );
}

/** The initials of the first and last word of a name; one letter for a single word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0] ?? '').join('');
}

/** A person's or role's initials in a hexagon. Decorative. */
export function HexInitials({ name }: { name: string }) {
  return (
    <span className={`${classes.hex} ${classes.text}`} data-size="m" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The number of an item in a hexagon. */
export function HexNumber({ size = 'm', children }: { size?: Size; children: ReactNode }) {
  return (
    <span className={`${classes.hex} ${classes.text}`} data-size={size}>
      {children}
    </span>
  );
}
