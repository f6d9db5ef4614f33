import {
  type Icon,
  IconBook2,
  IconDatabase,
  IconDatabaseHeart,
  IconPlugConnected,
  IconTransfer,
  IconUsers,
} from '@tabler/icons-react';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { LinkCard } from '#client/ui/link-card.tsx';
import { toolCards } from '#domain/admin.ts';
import { counted } from '../format.ts';
import classes from './tool-cards.module.css';

const details: Record<(typeof toolCards)[number]['path'], { icon: Icon; text: string }> = {
  '/admin': { icon: IconUsers, text: 'Everyone who has registered' },
  '/tasks': { icon: IconBook2, text: 'The task of each track' },
  '/database-test': { icon: IconDatabase, text: 'Try reading and writing' },
  '/firebase-test': { icon: IconPlugConnected, text: 'Check the configuration' },
  '/data-recovery': { icon: IconDatabaseHeart, text: 'Check a record and restore it' },
  '/migrate-users': { icon: IconTransfer, text: 'Status of older accounts' },
};

/** The six tool cards, in the spec's order (point 2); User Management shows how many users there are. */
export function ToolCards({ users }: { users: number | undefined }) {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" className={classes.heading}>
        Tools
      </h2>
      <ul className={classes.cards}>
        {toolCards.map(({ title, path }) => {
          const { icon, text } = details[path];
          return (
            <li key={path}>
              <LinkCard
                to={path}
                icon={<HexIcon icon={icon} />}
                title={title}
                text={path === '/admin' && users !== undefined ? counted(users, 'user', 'users') : text}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
