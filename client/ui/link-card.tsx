import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import classes from './link-card.module.css';

interface LinkCardProps {
  to: string;
  /** For instance a `HexIcon`. */
  icon: ReactNode;
  title: string;
  /** What is to be found there. */
  text: string;
}

/** A card that leads to another page of the portal; the whole of it is the link, its title the link's name. */
export function LinkCard({ to, icon, title, text }: LinkCardProps) {
  const id = useId();
  return (
    <Link
      className={classes.card ?? ''}
      to={to}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      {icon}
      <span className={classes.words}>
        <span id={`${id}title`} className={classes.title}>
          {title}
        </span>
        <span id={`${id}text`} className={classes.text}>
          {text}
        </span>
      </span>
      <IconChevronRight className={classes.arrow} size={18} stroke={1.8} aria-hidden="true" />
    </Link>
  );
}
