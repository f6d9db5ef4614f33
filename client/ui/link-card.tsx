import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import cover from './cover.module.css';
import layout from './layout.module.css';
import classes from './link-card.module.css';
import typography from './typography.module.css';

interface LinkCardProps {
  to: string;
  icon: ReactNode;
  title: string;
  text: string;
}

/** A card that links to another page. The title is the link, and its target covers the whole card. */
export function LinkCard({ to, icon, title, text }: LinkCardProps) {
  const id = useId();
  return (
    <div className={`${layout.card} ${cover.card} ${classes.card}`}>
      {icon}
      <div className={layout.stackXs}>
        <Link className={cover.link ?? ''} to={to} aria-describedby={id}>
          {title}
        </Link>
        <p id={id} className={typography.note}>
          {text}
        </p>
      </div>
      <IconChevronRight className={cover.arrow} size={18} stroke={1.8} aria-hidden="true" />
    </div>
  );
}
