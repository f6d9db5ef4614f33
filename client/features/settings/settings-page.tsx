import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAdministrator } from '#client/session/administrator.ts';
import layout from '#client/ui/layout.module.css';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import tabs from '#client/ui/tabs.module.css';
import textLink from '#client/ui/text-link.module.css';
import { pages } from '#domain/pages.ts';
import { AccountsSettings } from './accounts-settings.tsx';
import { ClubSettings } from './club-settings.tsx';
import { MailSettings } from './mail-settings.tsx';
import { ReviewsSettings } from './reviews-settings.tsx';
import { SeasonsSettings } from './seasons-settings.tsx';
import { TaskSettings } from './task-settings.tsx';
import { settingsTexts as texts } from './texts.ts';

/** Loaded when they are opened: their previews are parts of other pages. */
const DatesSettings = lazy(() =>
  import('./dates-settings.tsx').then((module) => ({ default: module.DatesSettings })),
);
const RegistrationSettings = lazy(() =>
  import('./registration-settings.tsx').then((module) => ({ default: module.RegistrationSettings })),
);
const RemindersSettings = lazy(() =>
  import('./reminders-settings.tsx').then((module) => ({ default: module.RemindersSettings })),
);

interface Part {
  path: string;
  label: string;
  Form: ComponentType;
}

/** The part at an address without one. */
const firstPart: Part = { path: '/admin/settings/club', label: texts.parts.club, Form: ClubSettings };
const parts: readonly Part[] = [
  firstPart,
  { path: '/admin/settings/tasks', label: texts.parts.tasks, Form: TaskSettings },
  { path: '/admin/settings/registration', label: texts.parts.registration, Form: RegistrationSettings },
  { path: '/admin/settings/dates', label: texts.parts.dates, Form: DatesSettings },
  { path: '/admin/settings/reminders', label: texts.parts.reminders, Form: RemindersSettings },
  { path: '/admin/settings/reviews', label: texts.parts.reviews, Form: ReviewsSettings },
  { path: '/admin/settings/seasons', label: texts.parts.seasons, Form: SeasonsSettings },
  { path: '/admin/settings/accounts', label: texts.parts.accounts, Form: AccountsSettings },
  { path: '/admin/settings/mail', label: texts.parts.mail, Form: MailSettings },
];

/** Pages that are needed a few times a year. The header has no room for them. */
const rarePages = pages
  .filter(({ path }) => /^\/admin\/(numbers|reviewers|backups|hand-over)$/.test(path))
  .map(({ path, title: label }) => ({ path, label }));
const choices = [...parts, ...rarePages].map(({ path, label }) => ({ value: path, label }));

export function Component() {
  return useAdministrator() && <Settings />;
}

function Settings() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const part = parts.find(({ path }) => pathname.toLowerCase().startsWith(path)) ?? firstPart;
  return (
    <>
      <PageHeading title={texts.title} />
      <nav className={tabs.tabs} aria-label={texts.title}>
        {choices.map(({ value, label }) => (
          <Link
            key={value}
            to={value}
            aria-current={value === part.path ? 'page' : undefined}
            className={`${textLink.quiet} ${tabs.tab}`}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={`${layout.narrow} ${layout.place}`}>
        <SelectField
          label={texts.part}
          options={choices}
          value={part.path}
          onChange={({ currentTarget }) => void navigate(currentTarget.value)}
        />
      </div>
      <Suspense fallback={<LoadingNote />}>
        <part.Form key={part.path} />
      </Suspense>
    </>
  );
}
