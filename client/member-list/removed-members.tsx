import typography from '#client/ui/typography.module.css';
import { listed } from '#domain/invisible.ts';
import type { Member } from '#domain/members.ts';

/** Tells apart who has the same name. */
export function RemovedMembers({
  members,
}: {
  members: readonly Pick<Member, 'uid' | 'fullName' | 'email' | 'studentId'>[];
}) {
  return (
    <ul className={typography.bullets}>
      {members.map(({ uid, fullName, email, studentId }) => (
        <li key={uid} className={typography.wrap}>
          {listed([fullName, email, studentId].filter(Boolean))}
        </li>
      ))}
    </ul>
  );
}
