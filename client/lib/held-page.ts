/** A page that stays on the screen when its session ends, with its text for that: what was typed there can be copied. */
export const heldPage: { text: string | null } = { text: null };
