import { IconChecklist, IconInfoCircle, IconSend, IconTimeline, IconUserCircle } from '@tabler/icons-react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { LinkCard } from '#client/ui/link-card.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import classes from './shortcuts.module.css';
import { shortcutTexts } from './texts.ts';

const pages = [
  { to: '/profile', icon: IconUserCircle, ...shortcutTexts.profile },
  { to: '/timeline', icon: IconTimeline, ...shortcutTexts.timeline },
  { to: '/contact', icon: IconSend, ...shortcutTexts.contact },
  { to: '/about', icon: IconInfoCircle, ...shortcutTexts.about },
] as const;

interface ShortcutsProps {
  /** The stored track; null if none is chosen, undefined if that is unknown. */
  track: Track | null | undefined;
  loading: boolean;
}

/** The cards that link to the other pages. The task's card appears once a track is chosen (spec, point 2). */
export function Shortcuts({ track, loading }: ShortcutsProps) {
  return (
    <nav aria-label={shortcutTexts.pages}>
      <ul className={classes.list}>
        {loading && (
          <li className={classes.whole}>
            <Skeleton height="78px" />
          </li>
        )}
        {track && (
          <li className={classes.whole}>
            <LinkCard
              to="/user-tasks"
              icon={<HexIcon icon={IconChecklist} color={trackStyles[track].color} />}
              title={shortcutTexts.task.title}
              text={shortcutTexts.task.text(trackLabels[track])}
            />
          </li>
        )}
        {pages.map(({ to, icon, title, text }) => (
          <li key={to}>
            <LinkCard to={to} icon={<HexIcon icon={icon} />} title={title} text={text} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
