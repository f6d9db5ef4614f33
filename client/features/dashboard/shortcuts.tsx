import { IconChecklist, IconInfoCircle, IconSend, IconTimeline, IconUserCircle } from '@tabler/icons-react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { LinkCard } from '#client/ui/link-card.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import classes from './shortcuts.module.css';

const pages = [
  { to: '/profile', icon: IconUserCircle, title: 'My Profile', text: 'View and edit your details' },
  {
    to: '/timeline',
    icon: IconTimeline,
    title: 'Registration Timeline',
    text: 'Follow your four steps',
  },
  {
    to: '/contact',
    icon: IconSend,
    title: 'Submit Project / Contact',
    text: 'Send a project or a question',
  },
  { to: '/about', icon: IconInfoCircle, title: 'About', text: 'Activities, people and open roles' },
] as const;

interface ShortcutsProps {
  /** The stored track; null if none is chosen, undefined if that is unknown. */
  track: Track | null | undefined;
  loading: boolean;
}

/** The cards that link to the other pages. The task's card appears once a track is chosen (spec, point 2). */
export function Shortcuts({ track, loading }: ShortcutsProps) {
  return (
    <nav aria-label="Pages">
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
              title="My Task"
              text={`${trackLabels[track]}: requirements and resources`}
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
