import hex from './hex-icon.module.css';
import classes from './hex-initials.module.css';

/** The initials of the first and last word of a name; one letter for a single word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0] ?? '').join('');
}

/** A person's or role's initials in a hexagon. Decorative. */
export function HexInitials({ name, size = 44 }: { name: string; size?: number }) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.34) };
  return (
    <span className={`${hex.hex} ${classes.initials}`} style={style} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
