import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import classes from './tile.module.css';

type Size = 's' | 'm' | 'l';

interface IconTileProps {
  icon: Icon;
  tone?: 'success' | 'warning';
  size?: Size;
}

/** An icon on a square. Decorative. */
export function IconTile({ icon: Glyph, tone, size = 'm' }: IconTileProps) {
  return (
    <span className={classes.tile} data-tone={tone} data-size={size} aria-hidden="true">
      <Glyph size={size === 'l' ? 32 : 22} stroke={1.8} />
    </span>
  );
}

/** The initials of the first and last word of a name; one letter for a single word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0] ?? '').join('');
}

/** A person's or role's initials on a square. Decorative. */
export function InitialsTile({ name }: { name: string }) {
  return (
    <span className={`${classes.tile} ${classes.text}`} data-size="m" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The number of an item on a square. */
export function NumberTile({ size = 'm', children }: { size?: Size; children: ReactNode }) {
  return (
    <span className={`${classes.tile} ${classes.text}`} data-size={size}>
      {children}
    </span>
  );
}
