import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { MessageCard } from '#client/member-ui/message-card.tsx';
import { useAdministrator } from '#client/session/administrator.ts';
import layout from '#client/ui/layout.module.css';
import { LoadingNote } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import tabs from '#client/ui/tabs.module.css';
import textLink from '#client/ui/text-link.module.css';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { textFor } from '#domain/group-messages.ts';
import { pages } from '#domain/pages.ts';
import { opinionNumbers, weights } from '#domain/review-settings.ts';
import { AccountsSettings } from './accounts-settings.tsx';
import { ClubSettings } from './club-settings.tsx';
import { CheckSetting, NumberSetting, RowsSetting, SelectSetting, TextSetting } from './fields.tsx';
import { MailSettings } from './mail-settings.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TaskSettings } from './task-settings.tsx';
import { columnLabels, remindersTexts, reviewsTexts, seasonsTexts, settingsTexts as texts } from './texts.ts';

/** Loaded when they are opened: their previews are parts of other pages. */
const DatesSettings = lazy(() => ofSeason().then((m) => ({ default: m.DatesSettings })));
const RegistrationSettings = lazy(() => ofSeason().then((m) => ({ default: m.RegistrationSettings })));
const RemindersSettings = lazy(() => ofSeason().then((m) => ({ default: m.RemindersSettings })));

function ofSeason() {
  return import('./season-settings.tsx');
}

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

/** How long past seasons are kept, and the email to those whose account is closed. */
function SeasonsSettings() {
  return (
    <SettingsForm
      part="seasons"
      preview={({ subject, text }) => (
        <div className={layout.stackM}>
          <MessageCard
            text={textFor(`${subject}\n\n${text}`, {
              fullName: remindersTexts.reader,
              developmentTrack: null,
            })}
          />
          <TextLink to="/admin/seasons">{seasonsTexts.page}</TextLink>
        </div>
      )}
    >
      <NumberSetting name="keepYears" description={seasonsTexts.keepYears} />
      <TextSetting name="subject" />
      <TextSetting long name="text" description={seasonsTexts.hint} />
    </SettingsForm>
  );
}

const choicesFrom = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** How submissions are reviewed by several people. */
function ReviewsSettings() {
  return (
    <SettingsForm
      part="reviews"
      preview={() => (
        <div className={layout.stackM}>
          <p className={typography.soft}>{reviewsTexts.unseen}</p>
          <TextLink to="/admin/reviewers">{reviewsTexts.people}</TextLink>
        </div>
      )}
    >
      <RowsSetting
        name="criteria"
        description={reviewsTexts.criteria}
        fields={[
          { name: 'name', label: columnLabels.name },
          { name: 'weight', label: columnLabels.weight, options: choicesFrom(weights) },
        ]}
      />
      <SelectSetting
        name="opinions"
        description={reviewsTexts.opinions}
        options={choicesFrom(opinionNumbers)}
      />
      <CheckSetting name="blind" description={reviewsTexts.blind} />
      <SelectSetting name="feedbackBy" options={reviewsTexts.feedbackBy} />
    </SettingsForm>
  );
}
