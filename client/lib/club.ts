import { name, president as presidentOfClub, recruitmentStatus, shortName } from '#content/club.json';
import type { Club } from '#domain/club.ts';

// The server validates content/club.json at start (domain/club.ts).
const president: Club['president'] = presidentOfClub;

/** Facts about the club that every page needs. */
export const club = { name, shortName, president: president.name, recruitmentStatus };
