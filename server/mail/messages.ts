import type { Club } from '#domain/club.ts';
import { confirmationLinkDays } from '#domain/mailed-links.ts';
import type { MailKind } from '#domain/member-account.ts';
import { placeTexts } from '#domain/places.ts';
import { invitationDays } from '#domain/reviewers.ts';
import { closedDays } from '#domain/trash.ts';
import type { Mail } from './mail.ts';
import { asHtml, asText, type MailBody } from './template.ts';

export type ClubNames = Pick<Club, 'name' | 'shortName'>;

type Recipient = Pick<Mail, 'uid' | 'to'>;

/*
 * Anyone can register with any address and any name. A mail to an address that has not been confirmed therefore holds
 * nothing that its sender could choose: no name, no address, no message.
 */

export function passwordResetMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'password-reset', mail, `Reset your ${club.shortName} password`, {
    before: [`Someone asked to reset the password of your ${club.shortName} account. Choose a new one here:`],
    link: { label: 'Choose a new password', href: mail.link },
    after: [
      'The link works once, for 60 minutes. If it wasn’t you, you can ignore this email: your password stays as it is.',
    ],
  });
}

export function confirmEmailMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'confirm-email', mail, `Confirm your email address for ${club.shortName}`, {
    before: [
      `This email address was entered for an account of the ${club.name}. If the account is yours, confirm the address here:`,
    ],
    link: { label: 'Confirm this address', href: mail.link },
    after: [
      `The link works once, for ${confirmationLinkDays} days. If you didn’t create an account, you can ignore this email.`,
    ],
  });
}

/**
 * The notice to the old address after an e-mail change, with the link that reverts it.
 * @param mail.newEmail the new address; null if the old one was never confirmed
 */
export function emailChangedMail(
  club: ClubNames,
  mail: Recipient & { newEmail: string | null; link: string },
): Mail {
  const subject = `The email address of your ${club.shortName} account was changed`;
  const change = mail.newEmail === null ? 'was changed.' : `was changed to ${mail.newEmail}.`;
  return compose(club, 'email-changed', mail, subject, {
    before: [
      `The email address of your ${club.shortName} account ${change}`,
      'If this was you, there’s nothing to do. If it wasn’t, take the change back here:',
    ],
    link: { label: 'Restore this address', href: mail.link },
    after: [
      'The link works once, for 7 days. It restores this address and signs your account out everywhere; then choose a new password.',
    ],
  });
}

/** The notice to an address that was never confirmed: it may be a stranger's, who gets no right to the account. */
export function emailMovedMail(club: ClubNames, mail: Recipient): Mail {
  return compose(
    club,
    'email-changed',
    mail,
    `The email address of your ${club.shortName} account was changed`,
    {
      before: [`The account of the ${club.name} that had this email address has another one now.`],
      after: ['If the account is yours and you didn’t ask for this, tell the club.'],
    },
  );
}

export function passwordChangedMail(club: ClubNames, mail: Recipient & { reset: string }): Mail {
  return compose(club, 'account-notice', mail, `Your ${club.shortName} password was changed`, {
    before: [
      `The password of your ${club.shortName} account was changed, and all other devices are signed out.`,
      'If this was you, there’s nothing to do. If it wasn’t, set a new password here:',
    ],
    link: { label: 'Forgot your password?', href: mail.reset },
  });
}

/** The way back for somebody who left. */
export function leftMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'account-notice', mail, `You left ${club.shortName}`, {
    before: [
      `Your account of the ${club.name} is closed, and everything in it is deleted in ${closedDays.left} days. Until then you can come back:`,
    ],
    link: { label: 'Open my account again', href: mail.link },
    after: ['If you wanted to leave, there’s nothing to do.'],
  });
}

/** To the administrator: what the portal does by itself every day has failed. */
export function backupFailedMail(club: ClubNames, mail: Recipient & { fault: string; link: string }): Mail {
  return compose(club, 'account-notice', mail, `The backup of ${club.shortName} failed`, {
    before: [
      'The portal makes a backup each day, and checks one each week. The last time it failed:',
      mail.fault,
      'It tries again every hour, and writes once more only if it fails again after it has worked.',
    ],
    link: { label: 'Open the backups', href: mail.link },
  });
}

export function handOverMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'hand-over', mail, `You are the administrator of ${club.shortName}`, {
    before: [
      `The administrator's account of the ${club.name} was handed over to you. It belongs to this address now. Choose its password here:`,
    ],
    link: { label: 'Choose a password', href: mail.link },
    after: [
      "The link works once, for 60 minutes. After that, 'Forgot your password?' on the sign-in page sends you another one.",
    ],
  });
}

export function nextLeadMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'hand-over', mail, `Take over ${club.shortName}`, {
    before: [
      `The lead of the ${club.name} hands the portal over to you. Accept, and you are its administrator:`,
    ],
    link: { label: 'Take over', href: mail.link },
    after: [
      `The link works once, for ${invitationDays} days, and is only for you. If you don’t know the club, you can ignore this email.`,
    ],
  });
}

export function invitationMail(club: ClubNames, mail: Recipient & { link: string }): Mail {
  return compose(club, 'invitation', mail, `Review projects for ${club.shortName}`, {
    before: [
      `You’re invited to review the projects that are submitted to the ${club.name}. Accept the invitation here:`,
    ],
    link: { label: 'Accept the invitation', href: mail.link },
    after: [
      `The link works once, for ${invitationDays} days, and is only for you. If you don’t know the club, you can ignore this email.`,
    ],
  });
}

/**
 * The mail about a review, from the state that it has when the mail is written.
 * @param mail.feedback null where the address is not confirmed: it is the reviewer's text
 */
export function reviewMail(
  club: ClubNames,
  mail: Recipient & {
    reviewed: boolean;
    graded: boolean;
    feedback: string | null;
    hasFeedback: boolean;
    timeline: string;
    unsubscribe: string;
  },
): Mail {
  const marks = [...(mail.reviewed ? ['reviewed'] : []), ...(mail.graded ? ['graded'] : [])].join(' and ');
  const subject = marks
    ? `Your ${club.shortName} submission has been ${marks}`
    : `There’s feedback on your ${club.shortName} submission`;
  return compose(club, 'review', mail, subject, {
    before: [
      marks
        ? `The project you submitted to the ${club.name} has been ${marks}.`
        : `There’s feedback on the project you submitted to the ${club.name}.`,
      ...(mail.hasFeedback && mail.feedback === null ? ['The feedback is on your timeline.'] : []),
    ],
    details: mail.feedback === null ? [] : [{ label: 'Feedback', value: mail.feedback }],
    link: { label: 'Open your timeline', href: mail.timeline },
    after: [
      'You can submit an improved version at any time.',
      `Unsubscribe from review emails: ${mail.unsubscribe}`,
    ],
  });
}

/**
 * The mail about a released result.
 * @param mail.corrected whether the member had another result before
 * @param mail.note a sentence about a correction; '' without one
 */
export function resultMail(
  club: ClubNames,
  mail: Recipient & {
    subject: string;
    greeting: string;
    paragraphs: string[];
    corrected: boolean;
    note: string;
    /** Asks whether the member takes the place. */
    request: string | null;
    dashboard: string;
    poster?: NonNullable<MailBody['poster']>;
  },
): Mail {
  return compose(club, 'result', mail, mail.subject, {
    ...(mail.poster && { poster: mail.poster }),
    greeting: mail.greeting,
    before: [
      ...(mail.corrected ? ['This replaces your earlier result.'] : []),
      ...sentences(mail.note),
      ...mail.paragraphs,
      ...sentences(mail.request ?? ''),
    ],
    link: { label: 'Open your dashboard', href: mail.dashboard },
  });
}

/** @param mail.request the question that still waits for an answer; null if the place has lapsed */
export function placeMail(
  club: ClubNames,
  { request, ...mail }: Recipient & { request: string | null; dashboard: string },
): Mail {
  const [subject, before] =
    request === null
      ? [placeTexts.lapsedSubject(club.shortName), [placeTexts.panels.lapsed.text, placeTexts.lapsed]]
      : [
          placeTexts.reminderSubject(club.shortName),
          ['You’ve been selected, and we haven’t got your answer yet.', request],
        ];
  return compose(club, 'result', mail, subject, {
    before,
    link: { label: 'Open your dashboard', href: mail.dashboard },
  });
}

function sentences(note: string): string[] {
  return note === '' ? [] : [note];
}

export function resultWithdrawnMail(
  club: ClubNames,
  mail: Recipient & { note: string; dashboard: string },
): Mail {
  return compose(club, 'result', mail, `Your result from ${club.shortName} was withdrawn`, {
    before: [
      'We’ve taken your result back, because it wasn’t right. We’ll write to you once there is a new one.',
      ...sentences(mail.note),
    ],
    link: { label: 'Open your dashboard', href: mail.dashboard },
    after: ['If you have a question, write to us. The contact form is on your dashboard.'],
  });
}

/**
 * A message from the administrator.
 * @param mail.text filled in; null where the address is not confirmed
 * @param mail.subject filled in; empty where there is none, or the address is not confirmed
 * @param mail.unsubscribe null for a test to its sender
 */
export function groupMessageMail(
  club: ClubNames,
  mail: Recipient & {
    text: string | null;
    subject: string;
    dashboard: string;
    unsubscribe: string | null;
  },
): Mail {
  const subject = mail.subject || `A message from ${club.shortName}`;
  return compose(club, 'group-message', mail, subject, {
    before: [
      mail.text === null
        ? `There’s a message from the ${club.name} for you. It’s on your dashboard.`
        : `There’s a message from the ${club.name} for you:`,
    ],
    details: mail.text === null ? [] : [{ label: 'Message', value: mail.text }],
    link: { label: 'Open your dashboard', href: mail.dashboard },
    after: [
      mail.unsubscribe === null
        ? 'This is a test. Only you got it.'
        : `Unsubscribe from messages: ${mail.unsubscribe}`,
    ],
  });
}

/** The notice to a member whose own act an administrator has undone. It repeats nothing that anyone chose. */
export function actUndoneMail(club: ClubNames, mail: Recipient & { act: string; dashboard: string }): Mail {
  return compose(club, 'review', mail, `A change to your ${club.shortName} record was undone`, {
    before: [`An administrator of the ${club.name} has undone ${mail.act}. Your record is as it was before.`],
    link: { label: 'Open your dashboard', href: mail.dashboard },
    after: ['If you didn’t expect this, ask the club. The contact form is on your dashboard.'],
  });
}

/**
 * A reminder before the deadline.
 * @param mail.text as its reader sees it; null where the address is not confirmed
 */
export function reminderMail(
  club: ClubNames,
  mail: Recipient & { text: string | null; dashboard: string; unsubscribe: string },
): Mail {
  return compose(club, 'reminder', mail, `A reminder from ${club.shortName}`, {
    before: [
      mail.text === null
        ? `There’s a reminder from the ${club.name} for you. It’s on your dashboard.`
        : `There’s a reminder from the ${club.name} for you:`,
    ],
    details: mail.text === null ? [] : [{ label: 'Reminder', value: mail.text }],
    link: { label: 'Open your dashboard', href: mail.dashboard },
    after: [`Unsubscribe from messages and reminders: ${mail.unsubscribe}`],
  });
}

/** @param mail.day when the deadline is, as people write it */
export function deadlineMail(club: ClubNames, mail: Recipient & { day: string; dashboard: string }): Mail {
  return compose(club, 'deadline', mail, `Your deadline for ${club.shortName} is ${mail.day}`, {
    before: [`The ${club.name} has changed your deadline. It is now ${mail.day}.`],
    link: { label: 'Open your dashboard', href: mail.dashboard },
  });
}

/** The email to a member whose account was closed with the season, in the club's words. */
export function seasonEndedMail(
  club: ClubNames,
  mail: Recipient & { subject: string; paragraphs: string[]; login: string },
): Mail {
  return compose(club, 'season-ended', mail, mail.subject, {
    before: mail.paragraphs,
    link: { label: 'Register again', href: mail.login },
  });
}

/** A message from a form, for the club's mailbox. A reply goes to its sender. */
export function formMessageMail(
  club: ClubNames,
  mail: Recipient & {
    replyTo: string | null;
    subject: string;
    form: string;
    details: { label: string; value: string }[];
    inbox: string;
  },
): Mail {
  return compose(club, 'form-message', mail, mail.subject, {
    before: [`There’s a new message (${mail.form}):`],
    details: mail.details,
    after: [
      mail.replyTo ? 'Reply to this email to write to its sender.' : 'The sender left no address.',
      `All messages: ${mail.inbox}`,
    ],
  });
}

/**
 * An administrator's answer to a message of a form.
 * @param mail.quote null where the address is not confirmed: the sender chose all of it, the name included
 */
export function formAnswerMail(
  club: ClubNames,
  mail: Recipient & {
    replyTo: string | null;
    text: string;
    quote: { name: string; subject: string; message: string } | null;
    contact: string;
  },
): Mail {
  const { quote } = mail;
  const subject = quote?.subject ? `Re: ${quote.subject}` : `An answer from ${club.shortName}`;
  return compose(club, 'form-answer', mail, subject, {
    ...(quote?.name && { greeting: `Hello ${quote.name},` }),
    before: mail.text.split(/\n{2,}/),
    details: quote?.message ? [{ label: 'You wrote', value: quote.message }] : [],
    after: [
      mail.replyTo
        ? 'To write back, reply to this email.'
        : `To write back, use the contact form: ${mail.contact}`,
    ],
  });
}

/**
 * The receipt to the sender of a form. It repeats nothing that was sent, not even the name: otherwise
 * anybody could make the club mail any text to any address.
 */
export function formReceiptMail(club: ClubNames, mail: Recipient & { replyTo: string | null }): Mail {
  return compose(club, 'form-receipt', mail, `${club.shortName} has received your message`, {
    before: ['Thank you for your message! We have received it and will get back to you soon.'],
    after: ['If you didn’t write to us, someone gave us your address by mistake. You can ignore this email.'],
  });
}

function compose(
  { name }: ClubNames,
  kind: MailKind,
  { uid, to, replyTo = null, unsubscribe = null }: Recipient & Partial<Pick<Mail, 'replyTo' | 'unsubscribe'>>,
  subject: string,
  { greeting = 'Hello,', ...rest }: Omit<MailBody, 'club' | 'greeting'> & { greeting?: string },
): Mail {
  const body = { club: name, greeting, ...rest };
  return { kind, uid, to, replyTo, subject, text: asText(body), html: asHtml(body), unsubscribe };
}
