import { IconBook2, IconChecklist, IconLayoutDashboard, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { InboxLink } from '#client/features/inbox/inbox-link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { adminFooter, adminHeader } from '#domain/admin.ts';
import classes from './admin-frame.module.css';
import { HeaderBar } from './header-bar.tsx';
import { PageFrame } from './page-frame.tsx';
import header from './portal-header.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { adminMenuTexts, frameTexts } from './texts.ts';

const pages = [
  { to: '/admin-dashboard', label: adminMenuTexts.dashboard, icon: IconLayoutDashboard },
  { to: '/admin', label: adminMenuTexts.users, icon: IconUsers },
  { to: '/admin/review', label: adminMenuTexts.review, icon: IconChecklist },
  { to: '/tasks', label: adminMenuTexts.tasks, icon: IconBook2 },
] as const;

/** Header and footer of the administrator's pages (spec, point 2). */
export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  return (
    <PageFrame
      wide
      header={
        <HeaderBar
          menuLabel={frameTexts.administrator}
          brand={
            <Link className={header.brand} to="/admin-dashboard">
              <Logo size={32} />
              <span className={classes.names}>
                <span>{adminHeader.title}</span>
                <span className={classes.role}>{adminHeader.role}</span>
              </span>
            </Link>
          }
        >
          {pages.map(({ to, label, icon: Icon }) => (
            <NavLink key={to} className={header.link ?? ''} to={to} end>
              <Icon size={20} stroke={1.7} aria-hidden="true" />
              {label}
            </NavLink>
          ))}
          <InboxLink className={header.link ?? ''} />
          <span className={header.email} title={email}>
            {email}
          </span>
          <SignOutButton />
        </HeaderBar>
      }
      footer={
        <>
          <p>{adminFooter.copyright}</p>
          <p className={classes.version}>{adminFooter.version}</p>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
