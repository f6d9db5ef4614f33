import type { ComponentType } from 'react';
import { Navigate, NavLink, useLocation } from 'react-router';
import { useAdministrator } from '#client/session/administrator.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import tabs from '#client/ui/tabs.module.css';
import textLink from '#client/ui/text-link.module.css';
import type { PagePath } from '#domain/pages.ts';
import { ClubSettings } from './club-settings.tsx';
import { DatesSettings } from './dates-settings.tsx';
import { RegistrationSettings } from './registration-settings.tsx';
import { TaskSettings } from './task-settings.tsx';
import { settingsTexts as texts } from './texts.ts';

interface Part {
  path: PagePath;
  label: string;
  Form: ComponentType;
}

/** The parts in their order, each at its address in domain/pages.ts. */
const parts: readonly Part[] = [
  { path: '/admin/settings/club', label: texts.parts.club, Form: ClubSettings },
  { path: '/admin/settings/tasks', label: texts.parts.tasks, Form: TaskSettings },
  { path: '/admin/settings/registration', label: texts.parts.registration, Form: RegistrationSettings },
  { path: '/admin/settings/dates', label: texts.parts.dates, Form: DatesSettings },
];

export function Component() {
  return useAdministrator() && <Settings />;
}

function Settings() {
  const { pathname } = useLocation();
  const part = parts.find(({ path }) => pathname.toLowerCase().startsWith(path));
  if (!part) return <Navigate to="/admin/settings/club" replace />;
  return (
    <>
      <PageHeading title={texts.title} />
      <nav className={tabs.tabs} aria-label={texts.title}>
        {parts.map(({ path, label }) => (
          <NavLink key={path} to={path} className={`${textLink.quiet} ${tabs.tab}`}>
            {label}
          </NavLink>
        ))}
      </nav>
      <part.Form key={part.path} />
    </>
  );
}
