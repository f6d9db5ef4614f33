import { z } from 'zod';
import { boundedString } from './bounded.ts';
import { isStorableLine, requiredText } from './validation.ts';

/** The lists whose views can be saved. */
export const viewLists = ['users', 'submissions'] as const;
export type ViewList = (typeof viewLists)[number];

/** Maximum number of saved views, and the length of a name. */
export const savedViewLimits = { views: 50, name: 60 } as const;

const view = {
  list: z.enum(viewLists, 'There is no such list'),
  name: requiredText('The name', savedViewLimits.name),
  /** Search, filters, order and columns as they stand in the page's address, without a question mark. */
  query: boundedString(1_000).refine(isStorableLine, 'There is no such view'),
};

/** The body of `PUT /api/admin/saved-views`: saves a view, or replaces the one of this name. */
export const newSavedView = z.strictObject(view);
export type NewSavedView = z.infer<typeof newSavedView>;

/** A view that an administrator named. */
const savedView = z.object({ id: z.string(), ...view });
export type SavedView = z.infer<typeof savedView>;

/** The response of every route of saved views: all that there are, by name. */
export const savedViewList = z.object({ views: z.array(savedView) });

export const savedViewId = boundedString(64).regex(/^[\w-]{1,64}$/, 'There is no such view');

/** Texts of saved views. */
export const savedViewTexts = {
  button: 'Views',
  title: 'Saved views',
  none: 'Set search, filters and columns, then save them here under a name.',
  name: 'Name of this view',
  save: 'Save',
  saving: 'Saving...',
  delete: (name: string) => `Delete the view ${name}`,
  tooMany: `There can be at most ${savedViewLimits.views} saved views. Delete one first.`,
  missing: 'This view does not exist any more.',
} as const;
