import { useClub } from '#client/lib/club.ts';
import { memberTexts } from './texts.ts';

/** The footer of the portal's pages (spec, point 2, "Dashboard"). */
export function ClubFooter() {
  const { name, president, recruitment, recruitmentStatus } = useClub();
  return (
    <>
      <p>{name}</p>
      {president.name && <p>{memberTexts.president(president.name)}</p>}
      <p>{recruitment.text ?? recruitmentStatus}</p>
    </>
  );
}
