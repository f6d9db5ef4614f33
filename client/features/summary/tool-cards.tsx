import {
  type Icon,
  IconBook2,
  IconDatabase,
  IconDatabaseHeart,
  IconPlugConnected,
  IconTransfer,
  IconUsers,
} from '@tabler/icons-react';
import { listTexts } from '#client/features/member-list/texts.ts';
import { formatCount } from '#client/lib/format.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkCard } from '#client/ui/link-card.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toolCards } from '#domain/admin.ts';
import { summaryTexts, toolTexts } from './texts.ts';
import classes from './tool-cards.module.css';

const icons: Record<(typeof toolCards)[number]['path'], Icon> = {
  '/admin': IconUsers,
  '/tasks': IconBook2,
  '/database-test': IconDatabase,
  '/firebase-test': IconPlugConnected,
  '/data-recovery': IconDatabaseHeart,
  '/migrate-users': IconTransfer,
};

/** The six tool cards, in the spec's order (point 2); User Management shows how many users there are. */
export function ToolCards({ users }: { users: number | undefined }) {
  return (
    <Panel plain title={summaryTexts.toolsTitle}>
      <ul className={`${layout.tiles} ${classes.cards}`}>
        {toolCards.map(({ title, path }) => (
          <li key={path}>
            <LinkCard
              to={path}
              icon={<HexIcon icon={icons[path]} />}
              title={title}
              text={
                path === '/admin' && users !== undefined
                  ? formatCount(users, ...listTexts.userNouns)
                  : toolTexts[path]
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
