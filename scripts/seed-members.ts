import { randomBytes } from 'node:crypto';
import { departments } from '#domain/departments.ts';
import { tracks } from '#domain/member-choices.ts';
import { type Member, unfilledFields } from '#domain/members.ts';
import { years } from '#domain/study-years.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store, type StoreOptions } from '#server/store/open.ts';

/** The password of every generated member. */
export const seedPassword = 'seed-password';

const firstNames =
  words(`Aarav Aditi Advait Akash Amrita Ananya Anika Arjun Asha Bhavya Charan Deepa Dev Diya Esha
  Farhan Gauri Harsh Ishaan Jaya Kabir Kavya Lakshmi Manav Meera Mohammed Naveen Neha Nikhil Omkar Pooja Pranav Priya
  Rahul Riya Rohan Sara Sneha Tanvi Varun Vivaan Yash Zara Zoya`);
const lastNames =
  words(`Acharya Ahmed Banerjee Bhat Bose Chopra Das Desai Dsouza Fernandes Ghosh Gowda Gupta Hegde Iyer
  Jain Joshi Kamath Khan Kulkarni Kumar Mehta Menon Mishra Nair Naik Pai Patel Pillai Rao Reddy Roy Saxena Shah Sharma
  Shetty Singh Sinha Thomas Varma`);
const projects = `
  canteen-queue: Shows how long the canteen queue is, from a count that the staff tap in. Works offline.
  bus-times: Campus bus times with a countdown. Times come from the notice board, typed in by volunteers.
  lost-and-found: A board for lost things with photos; the owner proves it by a detail that the photo hides.
  study-groups: Finds people of the same course and semester who want to study at the same hours.
  attendance-odds: Says how many classes one may still miss. Checked against last semester by six classmates.
  leaf-names: Names trees on campus from a photo of a leaf; 31 species, 84 % right on our own test pictures.
  lab-inventory: Tracks who borrowed which board from the electronics lab, and reminds them the day before it is due.
  maze-runner: A small game with generated mazes. The levels get harder by how fast the last one was solved.`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(': '));
const batch = 512;
const hour = 60 * 60 * 1000;

/**
 * Adds `count` generated members at every stage, each with account and change row, in batches.
 * @param spacing hours between two registrations
 */
export async function seedMembers(store: Store, count: number, spacing = 1): Promise<void> {
  // One hash for all: hashing each would take an hour for 100,000.
  const password = await hashPassword(seedPassword);
  const run = randomBytes(4).toString('hex');
  for (let start = 0; start < count; start += batch) {
    const length = Math.min(batch, count - start);
    const records = Array.from({ length }, (_, index) => madeUpMember(run, start + index, spacing));
    const accounts = records.map(({ uid, fullName, email }) => ({ uid, name: fullName, email, password }));
    await store.transact(async (trx) => {
      await trx.changes.lock();
      await insertAccounts(trx, accounts);
      await insertMembers(trx, records, 'registered');
    });
  }
}

/** Creates a portal with `count` generated members and nobody else. */
export async function makeSeededPortal(place: StoreOptions, count: number, spacing = 1): Promise<void> {
  const store = openStore(place);
  try {
    await migrate(store);
    await seedMembers(store, count, spacing);
  } finally {
    await store.close();
  }
}

function pick<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('an empty list');
  return value;
}

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** A pseudo-random number that the index determines. */
function scattered(index: number, salt: number): number {
  const mixed = Math.imul(index + salt, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8;
}

function madeUpMember(run: string, index: number, spacing: number): Member {
  const stage = index % 5;
  const [name = '', description = ''] = pick(projects, scattered(index, 4));
  const createdAt = new Date(Date.now() - ((index * spacing) % 720) * hour);
  function later(hours: number): string {
    return new Date(Math.min(Date.now(), createdAt.getTime() + hours * hour)).toISOString();
  }
  const track = stage > 0 ? pick(tracks, Math.floor(index / 5)) : null;
  return {
    uid: `seed-${run}-${index}`,
    fullName: `${pick(firstNames, scattered(index, 1))} ${pick(lastNames, scattered(index, 1_000_000))}`,
    email: `member${index}.${run}@seed.example`,
    studentId: `1SD${String(22 + (index % 4))}${String(index).padStart(6, '0')}`,
    department: pick(departments, index),
    yearOfStudy: pick(years, index),
    contactNumber: String(9_000_000_000 + index),
    createdAt: createdAt.toISOString(),
    ...unfilledFields,
    registrationComplete: true,
    developmentTrack: track,
    trackUpdatedAt: stage > 0 ? later(1) : null,
    taskCompleted: stage > 1,
    taskCompletedAt: stage > 1 ? later(24) : null,
    githubLink: stage > 2 ? `https://github.com/sdc-${run}/${name}-${index}` : null,
    projectDescription: stage > 2 ? description : null,
    submittedAt: stage > 2 ? later(25) : null,
    submissionTrack: stage > 2 ? track : null,
    submissionReviewed: stage > 3,
    graded: stage > 3 && scattered(index, 3) % 2 === 0,
  };
}
