import { Link } from 'react-router';
import cover from '#client/ui/cover.module.css';
import layout from '#client/ui/layout.module.css';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import type { Track } from '#domain/member-choices.ts';
import classes from './shortcuts.module.css';
import { shortcutTexts } from './texts.ts';

interface ShortcutsProps {
  /** The stored track; null if none is chosen, undefined if that is unknown. */
  track: Track | null | undefined;
  loading: boolean;
}

/** The links to the other pages. The task's appears once a track is chosen (spec, point 2). */
export function Shortcuts({ track, loading }: ShortcutsProps) {
  const { task, profile, timeline, contact, about } = shortcutTexts;
  const links = [
    ...(track ? [{ to: '/user-tasks', ...task }] : []),
    { to: '/profile', ...profile },
    { to: '/timeline', ...timeline },
    { to: '/contact', ...contact },
    { to: '/about', ...about },
  ];
  return (
    <nav aria-label={shortcutTexts.pages}>
      <ul className={`${layout.card} ${layout.divided} ${classes.list}`}>
        {loading && (
          <li>
            <div className={classes.item}>
              <Skeleton height="44px" />
            </div>
          </li>
        )}
        {links.map(({ to, title, text }) => (
          <li key={to}>
            <div className={`${cover.card} ${classes.item}`}>
              <Link to={to} className={cover.link ?? ''} aria-describedby={`text-of-${to.slice(1)}`}>
                {title}
              </Link>
              <p id={`text-of-${to.slice(1)}`} className={typography.note}>
                {text}
              </p>
              <IconChevronRight
                className={`${cover.arrow} ${layout.narrow} ${classes.arrow}`}
                size={18}
                stroke={1.8}
                aria-hidden="true"
              />
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}
