import { useQuery } from '@tanstack/react-query';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { memberAddress } from '../member-address.ts';
import classes from './member-page.module.css';
import { accountQuery } from './queries.ts';
import { memberPageTexts as texts } from './texts.ts';

/** Points out that other members have the same student ID. Only the administrator learns it. */
export function SameStudentId({ uid }: { uid: string }) {
  const { data } = useQuery(accountQuery(uid));
  if (!data || data.sameStudentId.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="info">
        <p>{texts.sameStudentId(data.sameStudentId.length)}</p>
        <p className={classes.others}>
          {data.sameStudentId.map((other) => (
            <TextLink key={other.uid} to={memberAddress(other.uid)}>
              {other.fullName || other.email}
            </TextLink>
          ))}
        </p>
      </Notice>
    </div>
  );
}
