import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import { missingRecordTexts, profileMessages } from '#domain/profile.ts';

/**
 * Says that the account has no record, and leads to the page that helps: for a member, Data Recovery.
 * @param quiet leaves out the error, for the dashboard, which does not show why data is missing (spec, point 8)
 */
export function MissingRecord({ quiet = false }: { quiet?: boolean }) {
  const texts = missingRecordTexts[useSessionUser()?.role ?? 'member'];
  return (
    <div className={`${layout.stackM} ${layout.place}`}>
      {!quiet && <Notice tone="error">{profileMessages.missing}</Notice>}
      <div className={layout.line}>
        <p className={typography.soft}>{texts.help}</p>
        <ButtonLink to={texts.to}>{texts.link}</ButtonLink>
      </div>
    </div>
  );
}
