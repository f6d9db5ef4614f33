import type { Icon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './hex-icon.module.css';

interface HexIconProps {
  icon: Icon;
  /** A CSS colour, such as `var(--track-web)`. Defaults to the accent. */
  color?: string;
  size?: number;
  /** Filled with the colour instead of tinted. */
  solid?: boolean;
}

/** An icon in a hexagon, for tracks, steps and cards. Decorative. */
export function HexIcon({
  icon: Glyph,
  color = 'var(--accent-text)',
  size = 44,
  solid = false,
}: HexIconProps) {
  const style = { '--hex-color': color, width: size, height: size } as CSSProperties;
  return (
    <span className={classes.hex} data-solid={solid || undefined} style={style} aria-hidden="true">
      <Glyph size={Math.round(size * 0.48)} stroke={1.8} />
    </span>
  );
}
