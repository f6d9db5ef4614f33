import { trackLabels, tracks } from '#domain/member-choices.ts';

/** The fields of the settings as forms and the history name them. The four tasks have the same. */
const labels: Record<string, string> = {
  'club.name': 'Name of the club',
  'club.shortName': 'Short name',
  'club.logo': 'Logo',
  'club.university': 'University',
  'club.president.name': 'President',
  'club.president.text': 'What the president does',
  'club.leadership': 'Other leading roles',
  'club.recruitmentStatus': 'Recruitment in the footer',
  'club.contactSubject': 'Subject of contact messages',
  'club.about.mission': 'Mission',
  'club.about.stats': 'Numbers',
  'club.about.reasons': 'Reasons to join',
  'club.about.activities': 'Activities',
  'club.about.openRoles': 'Open roles',
  'club.faq': 'FAQ',
  'club.terms': 'Terms',
  'task.title': 'Title of the task',
  'task.description': 'Description',
  'task.requirements': 'Requirements',
  'task.guidelines': 'Guidelines',
  'task.techStack': 'Tech stack',
  'task.resources': 'Learning resources',
  'registration.domains': 'Domains of email addresses',
  'registration.confirmedOnly': 'Only a confirmed address submits',
  'registration.departments': 'Departments at registration',
  'registration.profileDepartments': 'Departments of the profile',
  'reviews.criteria': 'Criteria',
  'reviews.opinions': 'Opinions per submission',
  'reviews.blind': 'Blind review',
  'reviews.feedbackBy': 'Feedback is sent by',
  'seasons.keepYears': 'Years until personal data of past seasons goes',
  'seasons.subject': 'Subject of the email to closed accounts',
  'seasons.text': 'Email to closed accounts',
  'accounts.secondFactor': 'Reviewers need a second factor',
  'accounts.issuer': 'Address of the sign-in provider',
  'accounts.provider': 'Name of the sign-in provider',
  'accounts.clientId': 'Client ID',
  'dates.timeZone': 'Time zone',
  'dates.open': 'Registration',
  'dates.opensAt': 'Registration opens',
  'dates.closesAt': 'Registration closes',
  'dates.deadline': 'Deadline for submissions',
  'dates.late': 'After the deadline',
  'dates.hearBy': 'The day you will hear',
  'reminders.noTrack.on': 'Remind members without a track',
  'reminders.noTrack.days': 'Without a track: days before the deadline',
  'reminders.noTrack.text': 'Without a track: text',
  'reminders.notSubmitted.on': 'Remind members who have not submitted',
  'reminders.notSubmitted.days': 'Not submitted: days before the deadline',
  'reminders.notSubmitted.text': 'Not submitted: text',
  'mail.host': 'Mail server',
  'mail.port': 'Port',
  'mail.security': 'Encryption',
  'mail.user': 'User',
  'mail.sender': 'Sender',
  'mail.contactInbox': 'Messages to the club go to',
  'mail.perDay': 'Bulk emails per day',
  ...Object.fromEntries(
    tracks.map((track) => [`dates.deadlines.${track}`, `Deadline of ${trackLabels[track]}`]),
  ),
};

export function settingLabel(part: string, field: string): string {
  const name = `${part.replace(/-.*/, '')}.${field}`;
  return labels[name] ?? name;
}

/** The values of settings under names such as `president.name`. A list is one value. */
export function settingFields(value: unknown, name = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [name]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => settingFields(inner, name ? `${name}.${key}` : key)),
  );
}
