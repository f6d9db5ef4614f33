import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { dayText, formatNumber } from '#client/lib/format.ts';
import { SoonCorrected } from '#client/member-ui/results/soon-corrected.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import cover from '#client/ui/cover.module.css';
import { EmailText } from '#client/ui/email-text.tsx';
import { IconExternalLink, IconLinkOff } from '#client/ui/page-icons.ts';
import textLink from '#client/ui/text-link.module.css';
import { TickBox } from '#client/ui/tick-box.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { readableAddress } from '#domain/former-address.ts';
import { linkTexts } from '#domain/link-mark.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { memberFields } from '#domain/member-fields.ts';
import { type ListedMember, type MemberSort, stepsDone } from '#domain/member-list.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { decided } from '#domain/places.ts';
import { completedSteps } from '#domain/progress.ts';
import { linkMark, projectLink } from '#domain/project-link.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { lateLabel } from '#domain/review-texts.ts';
import { yearLabels } from '#domain/study-years.ts';
import classes from './member-table.module.css';
import type { ColumnId, TablePreset } from './presets.ts';
import { cellTexts } from './texts.ts';

const AddressFixes = lazy(() => import('./address-fixes.tsx').then((m) => ({ default: m.AddressFixes })));

export interface CellContext {
  preset: TablePreset;
  addressOf: (uid: string) => string;
  /** The address of the list, to which the opened page leads back. */
  list: string;
  onReview: (member: ListedMember, flags: ReviewFlags) => void;
  /** The list is of members whom no email reaches. */
  fixesAddresses: boolean;
}

export interface Column {
  label: string;
  /** Least width in rem; what is left over is shared out in proportion. */
  width: number;
  cell: (member: ListedMember, context: CellContext) => ReactNode;
}

/** A column of texts, which are by a person if they are `written`; the rest is the machine's. */
function textColumn(
  label: string,
  width: number,
  textOf: (member: ListedMember) => string,
  written = false,
): Column {
  return {
    label,
    width,
    cell: (member, { preset }) => (
      <Text missing={preset.missing} written={written}>
        {textOf(member)}
      </Text>
    ),
  };
}

function tick(field: 'submissionReviewed' | 'graded'): Column['cell'] {
  return (member, { onReview }) => (
    <TickBox
      label={`${memberFields[field].label}: ${member.fullName || member.email}`}
      checked={member[field]}
      // Without a submission there is nothing to review; a tick that is there all the same can be removed.
      disabled={!member.githubLink && !member[field]}
      onChange={(event) => onReview(member, { [field]: event.currentTarget.checked })}
    />
  );
}

/** Every column that a list can show, by the name of its order, in the order of the choice. */
export const columns = {
  fullName: {
    label: memberFields.fullName.label,
    width: 11,
    cell: ({ uid, fullName }, { preset, addressOf, list }) => (
      <Link className={cover.link ?? ''} title={fullName} to={addressOf(uid)} state={{ list }}>
        {fullName || preset.missing}
      </Link>
    ),
  },
  email: {
    label: memberFields.email.label,
    width: 17.5,
    cell: (member, { preset, ...context }) =>
      readableAddress(member.email) ? (
        <Address {...member} {...context} />
      ) : (
        <Text missing={preset.missing} />
      ),
  },
  yearOfStudy: {
    label: memberFields.yearOfStudy.label,
    width: 5.5,
    cell: ({ yearOfStudy }) => yearLabels[yearOfStudy],
  },
  department: textColumn(memberFields.department.label, 14.75, ({ department }) => department, true),
  studentId: textColumn(memberFields.studentId.label, 7.25, ({ studentId }) => studentId),
  contactNumber: textColumn(memberFields.contactNumber.label, 7.25, ({ contactNumber }) => contactNumber),
  developmentTrack: {
    label: memberFields.developmentTrack.label,
    width: 12.25,
    cell: (member, { preset }) => {
      const track = preset.ofSubmissions ? submissionTrackOf(member) : member.developmentTrack;
      return track ? <TrackName track={track} /> : <Text missing={preset.missingTrack} />;
    },
  },
  step: textColumn(cellTexts.step, 8.5, (member) => stepsDone(completedSteps(member))),
  createdAt: textColumn(memberFields.createdAt.label, 8.5, ({ createdAt }) => dayText(createdAt, '')),
  submittedAt: {
    label: memberFields.submittedAt.label,
    width: 7.5,
    cell: (member, { preset }) => (
      <>
        <Text missing={preset.missing}>{dayText(member.submittedAt, '')}</Text>
        <Late {...member} />
      </>
    ),
  },
  githubLink: {
    label: memberFields.githubLink.label,
    width: 13,
    cell: (member, { preset }) =>
      member.githubLink ? (
        <ProjectLink stored={member.githubLink}>
          <Late {...member} />
        </ProjectLink>
      ) : (
        <Text missing={preset.missing} />
      ),
  },
  submissionReviewed: {
    label: memberFields.submissionReviewed.label,
    width: 6.75,
    cell: tick('submissionReviewed'),
  },
  graded: { label: memberFields.graded.label, width: 5.5, cell: tick('graded') },
  score: textColumn(cellTexts.score, 7.5, ({ score }) => (score ? cellTexts.met(score) : '')),
  mean: textColumn(cellTexts.mean, 5.5, ({ opinions }) => numberText(opinions.mean)),
  opinions: textColumn(cellTexts.opinions, 6.5, ({ githubLink, opinions }) =>
    githubLink ? numberText(opinions.count) : '',
  ),
  spread: textColumn(cellTexts.spread, 6, ({ opinions }) => numberText(opinions.spread)),
  comments: textColumn(
    cellTexts.comments,
    14,
    ({ comments }) => comments.map(({ by, comment }) => `${by}: ${comment}`).join(' · '),
    true,
  ),
  note: textColumn(cellTexts.note, 12, ({ note }) => note, true),
  outcome: {
    label: cellTexts.outcome,
    width: 7.5,
    cell: ({ outcome, place, correction }, { preset }) => (
      <>
        <Text missing={preset.missing} written>
          {outcome ? decided(outcome, place) : ''}
        </Text>
        {correction && (
          <>
            {' → '}
            <SoonCorrected {...correction} />
          </>
        )}
      </>
    ),
  },
} satisfies Record<MemberSort, Column>;
export const columnIds = Object.keys(columns) as ColumnId[];

function numberText(value: number | null): string {
  return value === null ? '' : formatNumber(value);
}

interface TextProps {
  missing: string;
  written?: boolean;
  children?: string | null;
}

function Text({ missing, written = false, children = '' }: TextProps) {
  if (!children) return <span className={typography.faint}>{missing}</span>;
  return (
    <span className={written ? '' : typography.data} title={children}>
      {children}
    </span>
  );
}

function Address({
  uid,
  email,
  list,
  fixesAddresses,
}: Pick<ListedMember, 'uid' | 'email'> & Pick<CellContext, 'list' | 'fixesAddresses'>) {
  return (
    <span className={classes.parts}>
      <span title={email}>
        <EmailText email={email} />
      </span>
      <CopyButton text={email} label={cellTexts.copy(email)} />
      {fixesAddresses && (
        <Suspense>
          <AddressFixes uid={uid} email={email} list={list} />
        </Suspense>
      )}
    </span>
  );
}

function TrackName({ track }: { track: Track }) {
  const { icon: Icon, color } = trackStyles[track];
  return (
    <span className={classes.parts}>
      <Icon size={18} stroke={1.8} color={color} aria-hidden="true" />
      <span>{trackLabels[track]}</span>
    </span>
  );
}

function Late(member: Pick<ListedMember, 'late' | 'earlierInTime'>) {
  const label = lateLabel(member);
  return label && <span className={typography.label}> {label}</span>;
}

function ProjectLink({ stored, children }: { stored: string; children: ReactNode }) {
  const project = projectLink(stored);
  // Only a web address may become a link.
  if (!project) return <span title={stored}>{stored}</span>;
  const mark = linkMark(stored);
  return (
    <a
      className={`${classes.parts} ${textLink.link}`}
      href={project.href}
      title={project.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className={typography.data}>{project.name}</span>
      {mark && (
        <span title={linkTexts.toReviewer[mark]}>
          <IconLinkOff size={15} stroke={1.8} aria-hidden="true" />
          <VisuallyHidden>{linkTexts.labels[mark]}</VisuallyHidden>
        </span>
      )}
      {children}
      <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden> {cellTexts.newTab}</VisuallyHidden>
    </a>
  );
}
